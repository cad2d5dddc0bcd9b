/** Error for a file that cannot be imported at all, with a message for the user. */
export class FileProblem extends Error {
  override name = "FileProblem";
}
