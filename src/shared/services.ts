/** Kinds of dispatch that are dialled and get no link: 120, 119, 110. */
export const services: readonly string[] = ['emergency', 'fire', 'police'];
