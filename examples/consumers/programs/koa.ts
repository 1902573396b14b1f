import { countersignKoa } from "@countersign/koa"
import { createCountersign } from "countersign"
import Koa from "koa"

/** A separate file, because `@types/koa` fails without `skipLibCheck`: it uses a type that its dependency removed. */
export const app = new Koa().use(countersignKoa(createCountersign()))
