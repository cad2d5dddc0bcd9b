/** Photos that prove support: upload with and without coordinates, map, gallery, moving, confirming and deleting. */
import { expect, type Page, test } from "playwright/test";
import { impostors } from "../support/photos.ts";
import {
  inside,
  itemOf,
  makeSupport,
  near,
  openUpload,
  outside,
  photo,
  removeSupport,
  type Support,
  storedPhotosOf,
} from "./evidence-support.ts";
import { update } from "./forms.ts";
import { chooseRowAct, expectAccessible, rowActs, signIn } from "./support.ts";

const listOf = ({ name }: Support, more = ""): string =>
  `/homepage/forms/Form11Geotags?q=${encodeURIComponent(name)}${more}`;

const picker = (page: Page) => page.getByLabel("Map: tap or drag to move the place");
const pin = (page: Page) => page.getByRole("button", { name: /The chosen place/ });

test.describe("Users can upload photos with coordinates and find them on the map.", () => {
  const name = "Journey Growers with Places";
  test.afterAll(() => removeSupport(name));

  test("A user can upload two photos, move one on the map, and delete one.", async ({ page }) => {
    test.setTimeout(120_000);
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await openUpload(page, support);
    await page
      .getByLabel("Photos to upload")
      .setInputFiles([
        photo("after.jpg", { gps: near, takenAt: "2025:06:14 09:30:00" }),
        photo("before.jpg", { gps: inside, takenAt: "2025:01:14 09:30:00" }),
      ]);
    await expect(itemOf(page, "before.jpg")).toContainText("Ready · 15.4865, 120.9734");
    await expectAccessible(page, "upload");
    await page.getByRole("button", { name: "Upload 2" }).click();
    await expect(page.getByText("2 of 2 saved.")).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();

    // The gallery orders the photos by the day they were taken, not by upload.
    const gallery = page.getByRole("dialog");
    await expect(gallery.getByRole("heading", { level: 3 })).toHaveText(["14 Jan 2025", "14 Jun 2025"]);
    await expect(gallery.getByRole("button", { name: /\.jpg/ })).toHaveText([/before\.jpg/, /after\.jpg/]);
    const picture = gallery.locator("img").first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await expectAccessible(page, "photos of a record");

    await page.goto(listOf(support, "&view=map"));
    await expect(page.getByText("2 on the map.")).toBeVisible();
    await expectAccessible(page, "map");
    await page.getByRole("button", { name: "2 photos here. Press to zoom in." }).click();
    await page
      .getByRole("button", { name: /^Photo/ })
      .first()
      .click();
    const panel = page.getByLabel("Chosen photo");
    await expect(panel.locator("img")).toBeVisible();
    await panel.getByRole("button", { name: "Open the record" }).click();
    await expect(page).toHaveURL(/edit=\d+/);

    // The arrow keys move the pin, and the form saves the new coordinates.
    await expect(pin(page)).toBeVisible();
    const opened = Number(/edit=(\d+)/.exec(page.url())?.[1]);
    await pin(page).press("ArrowUp");
    await pin(page).press("ArrowUp");
    await expect(page.getByRole("combobox", { name: /^Place from: Map/ })).toContainText("Map");
    await update(page);
    await expect(page.getByText("has been updated")).toBeVisible();
    const moved = (await storedPhotosOf(support)).find(({ id }) => id === opened);
    const before = moved?.file_name === "after.jpg" ? near : inside;
    expect(moved).toMatchObject({ location_source: "map", longitude: before.longitude });
    expect(moved?.latitude).toBeCloseTo(before.latitude + 0.0002, 6);
    await expect(page.getByText("has been updated")).toBeHidden();

    await page.getByRole("button", { name: "Table", exact: true }).click();
    await chooseRowAct(page, "before.jpg", "Delete");
    await page.getByRole("button", { name: "Yes, delete" }).click();
    await expect(rowActs(page, "before.jpg")).toBeHidden();
    expect((await storedPhotosOf(support)).map(({ file_name }) => file_name)).toEqual(["after.jpg"]);
  });

  test("A farm support record and its ARBO's page show an uploaded photo.", async ({ page }) => {
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await page.goto("/homepage/forms/Form11Geotags");
    await page.getByRole("button", { name: "Upload photos" }).click();
    await page.getByRole("dialog").getByRole("combobox").click();
    await page.getByPlaceholder("Search", { exact: true }).fill(name);
    await page.getByRole("option", { name }).click();
    await page.getByRole("button", { name: "Continue to the photos" }).click();
    await page.getByLabel("Caption for all photos").fill("Tractor in the shed");
    await page.getByLabel("Photos to upload").setInputFiles([photo("one.jpg", { gps: inside })]);
    await page.getByRole("button", { name: "Upload 1" }).click();
    await expect(page.getByText("1 of 1 saved.")).toBeVisible();
    await page.getByRole("button", { name: "Done" }).click();

    await page.goto(listOf(support, "&view=gallery"));
    await expect(page.getByRole("button", { name: /Tractor in the shed/ })).toBeVisible();
    await expectAccessible(page, "gallery");

    await page.goto(`/homepage/forms/Form11Accomp?edit=${support.id}`);
    const photos = page.getByRole("region", { name: "Photos" });
    await photos.getByRole("button", { name: /Tractor in the shed/ }).click();
    await page.getByRole("link", { name: "Open the geotag" }).click();
    await expect(page.getByRole("heading", { name: "Tractor in the shed" })).toBeVisible();
    await expect(pin(page)).toBeVisible();

    await page.goto(`/homepage/arbo?arbo_id=${encodeURIComponent(`E2E-${name}`.slice(0, 40))}`);
    // The printed page contains the photos even if the Photos tab is not open.
    await page.evaluate(() => {
      window.print = () => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")];
        document.title = `printed ${pictures.filter(({ naturalWidth }) => naturalWidth > 0).length} of ${pictures.length}`;
      };
    });
    await expect(page.locator("main img")).not.toHaveCount(0);
    await page.getByRole("button", { name: "Print" }).click();
    await expect(page).toHaveTitle("printed 1 of 1");
    await page.getByRole("tab", { name: "Photos" }).click();
    const section = page.getByRole("region", { name: "Photos" });
    await expect(section.getByRole("button", { name: /Tractor in the shed/ })).toBeVisible();
    await section.getByRole("link", { name: "On the map" }).click();
    await expect(page.getByText("1 on the map.")).toBeVisible();
  });
});

test.describe("Users add missing coordinates to photos, and confirm coordinates that lie outside the province.", () => {
  const name = "Journey Growers without Places";
  test.afterAll(() => removeSupport(name));

  test("A user can add a photo's missing coordinates on the map.", async ({ page }) => {
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await openUpload(page, support);
    const upload = page.getByRole("button", { name: "Upload", exact: true });
    await expect(upload).toHaveAccessibleDescription("Choose photos first.");
    await page
      .getByLabel("Photos to upload")
      .setInputFiles([photo("nowhere.jpg"), photo("far.jpg", { gps: outside })]);
    await expect(itemOf(page, "nowhere.jpg")).toContainText("No place yet");
    await expect(itemOf(page, "far.jpg")).toContainText("Outside the province");
    await expect(upload).toBeDisabled();
    await expect(upload).toHaveAccessibleDescription("Set where the photos were taken first.");

    await page.getByRole("button", { name: "Tap the map" }).first().click();
    const map = page.getByLabel("Map: tap the place of the photos");
    await expect(map.locator(".own-outline")).toBeAttached();
    await map.click();
    await page.getByRole("button", { name: 'Use this place for "nowhere.jpg"' }).click();
    await expect(itemOf(page, "nowhere.jpg")).toContainText("Ready");
    await expect(page.getByText('"far.jpg" lies outside Nueva Ecija.')).toBeVisible();
    await page.getByRole("button", { name: "Confirm the place" }).click();
    await page.getByRole("button", { name: "Upload 2" }).click();
    await expect(page.getByText("2 of 2 saved.")).toBeVisible();
    const saved = new Map((await storedPhotosOf(support)).map((proof) => [proof.file_name, proof]));
    expect(saved.get("nowhere.jpg")).toMatchObject({ location_source: "map", outside_province: "No" });
    expect(saved.get("far.jpg")).toMatchObject({
      location_source: "exif",
      outside_province: "Yes",
      outside_confirmed: "Yes",
      ...outside,
    });
  });

  test("A user must confirm a photo's new point if it lies outside the province.", async ({ page }) => {
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await openUpload(page, support);
    await page.getByLabel("Photos to upload").setInputFiles([photo("moves.jpg", { gps: inside })]);
    await page.getByRole("button", { name: "Upload 1" }).click();
    await expect(page.getByText("1 of 1 saved.")).toBeVisible();
    const [proof] = await storedPhotosOf(support);
    await page.goto(`/homepage/forms/Form11Geotags?edit=${proof?.id}`);
    await expect(picker(page).locator(".own-outline")).toBeAttached();
    await page.getByLabel("Latitude").fill("14.55");
    await page.getByLabel("Longitude").fill("120.75");
    await page.getByLabel("Longitude").blur();
    await expect(
      page.getByText("This point lies outside Nueva Ecija. Move the point, or confirm"),
    ).toBeVisible();
    await update(page);
    await expect(page.getByRole("alert")).toContainText(/outside/i);
    expect((await storedPhotosOf(support))[0]).toMatchObject(inside);
    await page.getByRole("button", { name: "Confirm the place" }).click();
    await update(page);
    await expect(page.getByText("has been updated")).toBeVisible();
    expect((await storedPhotosOf(support))[0]).toMatchObject({ ...outside, outside_province: "Yes" });
  });

  test("The photo upload dialog asks for confirmation before it closes with unsent photos.", async ({
    page,
  }) => {
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await openUpload(page, support);
    const photos = page.getByLabel("Photos to upload");
    const question = page.getByRole("dialog", { name: "2 photos are not uploaded yet" });
    await photos.setInputFiles([photo("one.jpg", { gps: inside }), photo("two.jpg", { gps: inside })]);
    await expect(page.getByRole("button", { name: "Upload 2" })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(question).toBeVisible();
    await expectAccessible(page, "the question about photos that are not uploaded");
    await page.screenshot({ path: "test-results/photos-not-uploaded.png" });
    await question.getByRole("button", { name: "Go back" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Close", exact: true }).last().click();
    await question.getByRole("button", { name: "Close without uploading" }).click();
    await expect(photos).toHaveCount(0);
    expect(await storedPhotosOf(support)).toEqual([]);
  });

  test("The photo upload refuses a file that is not a photo, even if its name ends in .jpg.", async ({
    page,
  }) => {
    const support = await makeSupport(name);
    await signIn(page, "provincial");
    await openUpload(page, support);
    await page
      .getByLabel("Photos to upload")
      .setInputFiles([
        { name: "photo.jpg", mimeType: "image/jpeg", buffer: impostors["photo.jpg"] },
        { name: "drawing.jpg", mimeType: "image/jpeg", buffer: impostors["drawing.jpg"] },
        photo("good.jpg", { gps: inside }),
      ]);
    for (const file of ["photo.jpg", "drawing.jpg"]) {
      await expect(itemOf(page, file)).toContainText(
        "Cannot be sent: This is not a JPEG, PNG, HEIC or PDF file, despite its name.",
      );
    }
    await page.getByRole("button", { name: "Upload 1" }).click();
    await expect(page.getByText("1 of 3 saved, 2 cannot be sent.")).toBeVisible();
    expect((await storedPhotosOf(support)).map(({ file_name }) => file_name)).toEqual(["good.jpg"]);
  });
});
