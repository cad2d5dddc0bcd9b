/** Reads the location of this device. The browser asks the user for permission. */
import type { PlacedAt } from "./photo-item.ts";

const patience = 20_000;

/** @throws Error with a readable message if the user refuses, or if the location can't be determined. */
export function readDeviceLocation(): Promise<PlacedAt> {
  return new Promise((resolve, reject) => {
    if (!navigator.geolocation) {
      reject(new Error("This browser cannot determine its location."));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ latitude, longitude, accuracy, source: "browser" }),
      ({ code }) =>
        reject(
          new Error(
            code === 1
              ? "Location access was denied. Allow it in the browser, or tap the map."
              : "The location of this device could not be determined. Tap the map instead.",
          ),
        ),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 60_000 },
    );
  });
}
