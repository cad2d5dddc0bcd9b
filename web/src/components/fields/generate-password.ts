/** Generates a password that is easy to read out and type: four groups of four characters, without look-alikes. */
const alphabet = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const groups = 4;
const inGroup = 4;

export function generatePassword(): string {
  const characters: string[] = [];
  // Skip bytes above the largest multiple of the alphabet's length. Otherwise the first characters of the alphabet
  // would be more frequent.
  const fair = 256 - (256 % alphabet.length);
  while (characters.length < groups * inGroup) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < fair && characters.length < groups * inGroup)
        characters.push(alphabet[byte % alphabet.length] ?? "");
    }
  }
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * inGroup, (group + 1) * inGroup).join(""),
  ).join("-");
}
