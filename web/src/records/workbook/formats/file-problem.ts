/** A file that cannot be imported at all, with a sentence for its owner. */
export class FileProblem extends Error {
  override name = "FileProblem";
}
