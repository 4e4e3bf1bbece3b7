/** How much of the tests runs: what a push needs, or all of them. */

/**
 * Whether tests run whole, by `EDGEMATTE_DEEP=1`. At a push some tables run in part: what is alike for all rows is tried with
 * one of them. What is left out there is said where it is declared.
 */
export const deep: boolean = process.env.EDGEMATTE_DEEP === '1';
