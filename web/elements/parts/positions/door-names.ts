// The six hooks, numbered as in the library: ① to ⑥. The page calls them doors.

export const DOORS = ['embed', 'rotate', 'bias', 'content', 'value', 'mask'] as const
export type DoorName = (typeof DOORS)[number]

export const doorNumber = (door: DoorName): number => DOORS.indexOf(door) + 1
