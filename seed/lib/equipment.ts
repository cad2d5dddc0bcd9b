/** Equipment given to organizations, by the six kinds of support in the dropdown list support-provided. */

export interface Equipment {
  /** A value of the dropdown list support-provided. */
  kind: string;
  name: string;
  description: string;
  /** A value of the dropdown list unit-measure. */
  unit: string;
  /** Lowest and highest cost per unit, in thousands of pesos. */
  cost: readonly [number, number];
  /** Rental fee per day in pesos. Only equipment that is rented out has a fee. */
  fee?: number;
  /** True for machines that process food. Such machines need food processing permits. */
  makesFood?: boolean;
}

const of =
  (kind: string, unit: string) =>
  (
    name: string,
    description: string,
    cost: readonly [number, number],
    more: Pick<Equipment, "fee" | "makesFood"> = {},
  ): Equipment => ({ kind, unit, name, description, cost, ...more });

const equipment = of("Farm equipment", "unit");
const vehicle = of("Delivery and transport vehicle", "unit");
const facility = of("Support facility", "unit");
const processing = of("Processing and livelihood equipment", "set");
const tool = of("Farm tools and implements", "set");
const input = of("Farm input supplies", "sack");

/** Machines. Each has its own row in the inventory. */
export const machines: readonly Equipment[] = [
  equipment("Four-wheel tractor", "90 HP, with disc plow and harrow", [1_600, 2_400], { fee: 3_500 }),
  equipment("Hand tractor", "With trailer and implements", [110, 180], { fee: 900 }),
  equipment("Combine harvester", "Rice, track type", [1_300, 1_900], { fee: 4_500 }),
  equipment("Rice transplanter", "Riding type, six rows", [450, 800], { fee: 2_000 }),
  equipment("Mechanical thresher", "Axial flow, with engine", [90, 150], { fee: 800 }),
  equipment("Corn sheller", "With engine", [80, 140], { fee: 700 }),
  equipment("Water pump", "Diesel engine, four inches", [35, 60], { fee: 400 }),
  equipment("Boom sprayer", "Tractor mounted", [180, 260], { fee: 1_200 }),
  vehicle("Hauling truck", "Six-wheeler, five tonnes", [1_200, 1_900], { fee: 3_000 }),
  vehicle("Delivery van", "Closed van, refrigerated", [1_100, 1_600], { fee: 2_500 }),
  vehicle("Multicab", "Four-wheel drive, with canopy", [250, 380], { fee: 1_000 }),
  processing("Rice mill", "Multi-pass, one tonne an hour", [700, 1_500]),
  processing("Coffee roaster", "Ten kilograms a batch", [150, 300], { makesFood: true }),
  processing("Cacao grinder and melanger", "Stainless, twenty kilograms", [120, 240], { makesFood: true }),
  processing("Vacuum fryer", "Fifteen kilograms a batch", [300, 550], { makesFood: true }),
  processing("Fruit dryer", "Cabinet type, stainless", [120, 260], { makesFood: true }),
  processing("Band sealer and packaging set", "With date coder", [60, 120], { makesFood: true }),
  processing("Coconut oil expeller", "With settling tanks", [200, 380], { makesFood: true }),
];

/** Equipment and supplies that have no rows in the inventory. */
export const supplies: readonly Equipment[] = [
  facility("Warehouse", "Concrete, 200 square metres", [1_500, 3_500]),
  facility("Multi-purpose drying pavement", "400 square metres", [300, 700]),
  facility("Greenhouse", "Rain shelter type", [150, 400]),
  tool("Knapsack sprayer", "Sixteen litres", [2, 4]),
  tool("Garden tool set", "Spade, fork, hoe and sprinkler", [2, 5]),
  tool("Grass cutter", "Backpack type", [8, 14]),
  input("Certified palay seeds", "40 kilograms a sack", [2, 3]),
  input("Complete fertilizer", "14-14-14, 50 kilograms a sack", [2, 3]),
  input("Organic fertilizer", "50 kilograms a sack", [1, 2]),
];
