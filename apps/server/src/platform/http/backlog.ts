/**
 * How many connections the system may hold that the program has not taken up yet, where the system allows as many
 * (`net.core.somaxconn`). With the 511 of Node, of the kiosks that come back in one moment after a restart those beyond are asked to try
 * again by TCP alone, which waits 1, 3, 7, 15 and 31 seconds, and so is a desk among them.
 */
export const backlog = 4_096;
