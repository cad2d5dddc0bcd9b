/**
 * Prints the page after its pictures have loaded. Otherwise, lazy pictures outside the visible area would be missing.
 */

/** Maximum waiting time in milliseconds. After that, the page is printed without the missing pictures. */
const patience = 10_000;

export async function printPage(): Promise<void> {
  const late = [...document.querySelectorAll<HTMLImageElement>("main img[loading=lazy]")];
  const loaded = late.map((image) => {
    image.loading = "eager";
    // Ignore pictures that can't be decoded. They are printed as they appear on the screen.
    return image.decode().catch(() => undefined);
  });
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, patience))]);
  window.print();
}
