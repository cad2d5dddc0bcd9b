/** Prints the page once its pictures are there: those that nobody has scrolled to are not loaded before. */

/** Milliseconds after which it is printed without what has not come. */
const patience = 10_000;

export async function printPage(): Promise<void> {
  const late = [...document.querySelectorAll<HTMLImageElement>("main img[loading=lazy]")];
  const loaded = late.map((image) => {
    image.loading = "eager";
    // One that cannot be read is printed as the screen shows it.
    return image.decode().catch(() => undefined);
  });
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, patience))]);
  window.print();
}
