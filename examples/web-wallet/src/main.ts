/** The example is written beside this file. */
export {}
