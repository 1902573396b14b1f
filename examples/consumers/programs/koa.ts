import { countersignKoa } from "@countersign/koa"
import { createCountersign } from "countersign"
import Koa from "koa"

/** Apart, since `@types/koa` does not hold together by itself: it names a type that its own dependency has dropped. */
export const app = new Koa().use(countersignKoa(createCountersign()))
