/** Groups points into clusters, depending on the zoom of the map. */
import Supercluster from "supercluster";
import type { PhotoPoint } from "../common/evidence-api.ts";

export type Place =
  | { kind: "cluster"; id: number; longitude: number; latitude: number; count: number; outside: boolean }
  | { kind: "point"; point: PhotoPoint };

interface Own {
  point: PhotoPoint;
}

interface Summed {
  outside: boolean;
}

/** Distance in pixels within which points form a cluster. */
const radius = 56;
const lastClustered = 17;

export class Clusters {
  private readonly index = new Supercluster<Own, Summed>({
    radius,
    maxZoom: lastClustered,
    map: ({ point }) => ({ outside: point.outside }),
    reduce: (sum, { outside }) => {
      sum.outside ||= outside;
    },
  });

  constructor(points: readonly PhotoPoint[]) {
    this.index.load(
      points.map((point) => ({
        type: "Feature",
        properties: { point },
        geometry: { type: "Point", coordinates: [point.longitude, point.latitude] },
      })),
    );
  }

  /** Returns the clusters and points in a box (west, south, east, north in degrees) at a zoom. */
  within(box: [west: number, south: number, east: number, north: number], zoom: number): Place[] {
    return this.index.getClusters(box, Math.round(zoom)).map((feature): Place => {
      const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
      const own = feature.properties;
      return "cluster" in own && own.cluster
        ? {
            kind: "cluster",
            id: Number(own.cluster_id),
            longitude,
            latitude,
            count: own.point_count,
            outside: own.outside,
          }
        : { kind: "point", point: (own as Own).point };
    });
  }

  /** Returns the zoom at which a cluster splits up; null if its points are too close together. */
  zoomOf(cluster: number): number | null {
    const zoom = this.index.getClusterExpansionZoom(cluster);
    return zoom > lastClustered ? null : zoom;
  }

  /** Returns the row ids in a cluster, at most 100. */
  idsIn(cluster: number): number[] {
    return this.index.getLeaves(cluster, 100).map(({ properties }) => properties.point.id);
  }
}
