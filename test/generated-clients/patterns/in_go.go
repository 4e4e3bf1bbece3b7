// Compiles each pattern that it is given with Go's regexp, which is RE2's syntax.
package main

import (
	"os"
	"regexp"
)

func main() {
	for _, pattern := range os.Args[1:] {
		regexp.MustCompile(pattern)
	}
}
