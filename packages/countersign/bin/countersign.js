#!/usr/bin/env node
// The command is a package of its own, which builds on this one; here it gets the name that people know.
import "@countersign/cli/main"
