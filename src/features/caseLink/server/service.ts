/** Functions of caseLink for other features. */
