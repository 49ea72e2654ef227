// Reads a history as lines of JSON, and says whether each account, can and door of it is linearizable.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const patience = 60 * time.Second

// A Verdict is printed as JSON.
type Verdict struct {
	Histories  int      `json:"histories"`
	Operations int      `json:"operations"`
	Illegal    []string `json:"illegal"`
	Undecided  []string `json:"undecided"`
}

func judge(operations []Operation) Verdict {
	parts := map[string][]porcupine.Operation{}
	for _, it := range operations {
		end := int64(math.MaxInt64)
		if it.Return != nil {
			end = *it.Return
		}
		parts[it.Of] = append(parts[it.Of], porcupine.Operation{Input: it, Call: it.Call, Return: end})
	}
	verdict := Verdict{Histories: len(parts), Operations: len(operations), Illegal: []string{}, Undecided: []string{}}
	for of, part := range parts {
		kind, _, _ := strings.Cut(of, "/")
		switch porcupine.CheckOperationsTimeout(kinds[kind], part, patience) {
		case porcupine.Illegal:
			verdict.Illegal = append(verdict.Illegal, of)
		case porcupine.Unknown:
			verdict.Undecided = append(verdict.Undecided, of)
		}
	}
	sort.Strings(verdict.Illegal)
	sort.Strings(verdict.Undecided)
	return verdict
}

func main() {
	operations := []Operation{}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var it Operation
		if err := json.Unmarshal(lines.Bytes(), &it); err != nil {
			fmt.Fprintln(os.Stderr, "this line is no operation:", lines.Text(), err)
			os.Exit(2)
		}
		operations = append(operations, it)
	}
	text, _ := json.Marshal(judge(operations))
	fmt.Println(string(text))
}
