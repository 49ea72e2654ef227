// The models of what must look as if it was done one step after another: an account, a can that was taken, a
// container's door.
package main

import (
	"fmt"

	"github.com/anishathalye/porcupine"
)

// An Operation stands between Call and Return, in milliseconds. Where nobody ever answered, Return is missing: it may
// have been done at any time since, or never.
type Operation struct {
	Of     string `json:"of"`
	Do     string `json:"do"`
	Count  int    `json:"count"`
	By     string `json:"by"`
	Call   int64  `json:"call"`
	Return *int64 `json:"return"`
}

// An account holds cans: who takes one is refused exactly when there is none.
func account(state any, it Operation) (bool, any) {
	balance := state.(int)
	switch {
	case it.Do == "credit":
		return true, balance + it.Count
	case it.Do == "take":
		return balance > 0, balance - 1
	case it.Do == "refused":
		return balance == 0, balance
	case it.Do == "read":
		return balance == it.Count, balance
	}
	panic("an account does not " + it.Do)
}

// A can that was taken: it is pending until it is refunded or its door opens, and never both. A read may be behind
// the door, whose fact comes later, but not behind a refund, and not behind what was read before.
type can struct {
	status string
	shown  bool
	used   string
}

func canTaken(state any, it Operation) (bool, any) {
	now := state.(can)
	switch it.Do {
	case "take":
		return now.status == "", can{status: "pending"}
	case "reopen":
		return now.status == "pending" || now.status == "opened" && !now.shown, now
	case "open":
		isRepeated := contains(now.used, it.By)
		now.used += it.By + " "
		return (now.status == "pending" || now.status == "opened") && !isRepeated, can{"opened", now.shown, now.used}
	case "refund":
		return now.status == "pending", can{status: "refunded"}
	case "pending":
		return now.status == "pending" || now.status == "opened" && !now.shown, now
	case "opened":
		return now.status == "opened", can{"opened", true, now.used}
	case "failed":
		return now.status == "refunded", now
	}
	panic("a can does not " + it.Do)
}

// A container is claimed for one can at a time, opens for that can alone, and is claimed again only when it was
// filled, or when its can left it unopened.
type door struct {
	claim  string
	opened bool
}

func doorOf(state any, it Operation) (bool, any) {
	now := state.(door)
	switch it.Do {
	case "claim":
		return now.claim == "" || now.claim == it.By, door{it.By, now.opened && now.claim == it.By}
	case "open":
		return now.claim == it.By, door{it.By, true}
	case "leave":
		return now.claim == it.By && !now.opened, door{}
	case "fill":
		return now.opened || now.claim == "", door{}
	}
	panic("a door does not " + it.Do)
}

func contains(list, name string) bool {
	for at := 0; at+len(name) < len(list); at++ {
		if list[at:at+len(name)+1] == name+" " {
			return true
		}
	}
	return false
}

var kinds = map[string]porcupine.Model{
	"account": modelOf(0, account),
	"can":     modelOf(can{}, canTaken),
	"door":    modelOf(door{}, doorOf),
}

func modelOf(first any, step func(any, Operation) (bool, any)) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(state, input, _ any) (bool, any) {
			it := input.(Operation)
			isLegal, next := step(state, it)
			// What nobody answered was perhaps never done.
			if !isLegal && it.Return == nil {
				return true, state
			}
			return isLegal, next
		},
		DescribeOperation: func(input, _ any) string {
			it := input.(Operation)
			return fmt.Sprintf("%s %d %s", it.Do, it.Count, it.By)
		},
	}
}
