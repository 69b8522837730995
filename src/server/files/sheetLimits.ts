// Limits of a sheet in Excel. No imports: the reader's thread loads this file, too.

/** Maximum characters of a cell. */
export const maxCellLength = 32_767;
export const maxSheetRows = 1_048_576;
export const maxSheetColumns = 16_384;
