/** Crops and products of organizations, with farm prices in pesos. */
import type { Random } from "./random.ts";

export interface Product {
  /** A value of the dropdown list type-product. */
  type: string;
  made: string;
  name: string;
}

export interface Crop {
  name: string;
  /** A value of the dropdown list unit-measure. */
  unit: string;
  /** Lowest and highest price per unit, in pesos. */
  price: readonly [number, number];
  /** Lowest and highest volume of a delivery, in units. */
  volume: readonly [number, number];
  enterprise: string;
  products: readonly Product[];
}

const food = (made: string, name: string): Product => ({ type: "Processed food", made, name });
const fresh = (made: string, name: string): Product => ({ type: "Fresh", made, name });
const drink = (made: string, name: string): Product => ({ type: "Beverage", made, name });
const craft = (made: string, name: string): Product => ({ type: "Handicraft/non-food", made, name });
const feed = (made: string, name: string): Product => ({ type: "Feed", made, name });

export const crops = {
  palay: {
    name: "Palay",
    unit: "kg",
    price: [17, 24],
    volume: [800, 30_000],
    enterprise: "Palay trading and rice milling",
    products: [
      fresh("Milled rice", "Well-milled rice"),
      fresh("Milled rice", "Brown rice"),
      food("Rice flour", "Rice flour"),
      food("Rice crackers", "Ampaw"),
      feed("Rice bran", "Darak D1"),
    ],
  },
  corn: {
    name: "Corn",
    unit: "kg",
    price: [13, 19],
    volume: [800, 25_000],
    enterprise: "Corn trading",
    products: [
      food("Corn grits", "White corn grits"),
      drink("Corn coffee", "Roasted corn coffee"),
      feed("Ground corn", "Corn feed"),
    ],
  },
  coconut: {
    name: "Coconut",
    unit: "kg",
    price: [25, 45],
    volume: [400, 9_000],
    enterprise: "Copra trading and coconut processing",
    products: [
      food("Virgin coconut oil", "Virgin coconut oil"),
      food("Coconut sugar", "Coco sugar"),
      drink("Coconut vinegar", "Sukang niyog"),
      craft("Coir", "Coco coir doormat"),
    ],
  },
  sugarcane: {
    name: "Sugarcane",
    unit: "MT",
    price: [1_600, 2_400],
    volume: [20, 400],
    enterprise: "Sugarcane block farming",
    products: [food("Muscovado sugar", "Muscovado"), drink("Cane vinegar", "Sukang tubo")],
  },
  banana: {
    name: "Banana",
    unit: "kg",
    price: [12, 25],
    volume: [300, 12_000],
    enterprise: "Banana trading and processing",
    products: [
      food("Banana chips", "Banana chips"),
      food("Banana flour", "Saba flour"),
      fresh("Banana", "Lakatan"),
    ],
  },
  coffee: {
    name: "Coffee",
    unit: "kg",
    price: [90, 180],
    volume: [60, 2_500],
    enterprise: "Coffee processing",
    products: [
      drink("Ground coffee", "Robusta ground coffee"),
      drink("Roasted beans", "Roasted coffee beans"),
    ],
  },
  cacao: {
    name: "Cacao",
    unit: "kg",
    price: [120, 300],
    volume: [50, 1_500],
    enterprise: "Cacao processing",
    products: [
      food("Tablea", "Tablea"),
      food("Cacao nibs", "Cacao nibs"),
      food("Fermented beans", "Dried cacao beans"),
    ],
  },
  vegetables: {
    name: "Vegetables",
    unit: "kg",
    price: [20, 60],
    volume: [100, 5_000],
    enterprise: "Vegetable consolidation and marketing",
    products: [
      fresh("Pinakbet vegetables", "Packed pinakbet"),
      food("Pickled vegetables", "Atchara"),
      fresh("Salad greens", "Lettuce pack"),
    ],
  },
  onion: {
    name: "Onion",
    unit: "kg",
    price: [30, 110],
    volume: [300, 15_000],
    enterprise: "Onion consolidation and cold storage",
    products: [fresh("Red onion", "Red creole onion"), food("Onion chips", "Fried onion chips")],
  },
  mango: {
    name: "Mango",
    unit: "kg",
    price: [40, 90],
    volume: [200, 8_000],
    enterprise: "Mango production and processing",
    products: [
      food("Dried mango", "Dried mango"),
      food("Mango jam", "Mango jam"),
      drink("Mango puree", "Mango nectar"),
    ],
  },
  abaca: {
    name: "Abaca",
    unit: "kg",
    price: [60, 110],
    volume: [100, 3_000],
    enterprise: "Abaca fiber trading and weaving",
    products: [craft("Abaca twine", "Abaca rope"), craft("Woven abaca", "Abaca bag")],
  },
  cassava: {
    name: "Cassava",
    unit: "kg",
    price: [6, 11],
    volume: [500, 15_000],
    enterprise: "Cassava granules trading",
    products: [food("Cassava flour", "Cassava flour"), food("Cassava chips", "Cassava chips")],
  },
} as const satisfies Record<string, Crop>;

type CropKey = keyof typeof crops;

/**
 * Weights of crops by region, given by the first two digits of its PSGC code. Regions that are not listed use "other".
 */
const GROWN: Readonly<Record<string, Partial<Record<CropKey, number>>>> = {
  "03": { palay: 55, onion: 15, corn: 8, vegetables: 10, mango: 8, sugarcane: 4 },
  "06": { palay: 30, sugarcane: 25, corn: 10, banana: 8, coffee: 7, mango: 12, vegetables: 8 },
  "08": { palay: 25, coconut: 35, abaca: 20, banana: 10, cassava: 10 },
  "10": { corn: 30, palay: 15, banana: 15, coffee: 12, sugarcane: 13, vegetables: 10, cassava: 5 },
  "11": { banana: 30, cacao: 25, coconut: 20, coffee: 10, palay: 15 },
  "14": { vegetables: 45, coffee: 25, palay: 20, corn: 10 },
  "18": { sugarcane: 45, palay: 25, corn: 12, banana: 10, coconut: 8 },
  other: {
    palay: 32,
    corn: 18,
    coconut: 20,
    banana: 8,
    vegetables: 8,
    coffee: 5,
    cacao: 3,
    abaca: 3,
    cassava: 3,
  },
};

/** Returns the main crop of an organization in the region. */
export function pickCrop(random: Random, region: string): Crop {
  const grown = Object.entries(GROWN[region] ?? GROWN.other ?? {}) as [CropKey, number][];
  return crops[random.weighted(grown)];
}
