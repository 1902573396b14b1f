#!/usr/bin/env node
// Not built, so that npm finds it when it links commands, before anything is.
import "create-countersign/main"
