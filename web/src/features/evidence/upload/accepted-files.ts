/** File types that the file choosers offer. The real type of a file is determined from its bytes. */
export const acceptedFiles = "image/jpeg,image/png,image/heic,image/heif,application/pdf,.heic";
