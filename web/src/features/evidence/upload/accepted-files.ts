/** File types that the file choosers offer. The bytes of a file determine its real type. */
export const acceptedFiles = "image/jpeg,image/png,image/heic,image/heif,application/pdf,.heic";
