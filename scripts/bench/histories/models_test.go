package main

import (
	"fmt"
	"testing"
)

// "DO BY COUNT CALL RETURN", one after another; a RETURN of - is an operation that nobody answered.
func history(of string, lines ...string) []Operation {
	operations := []Operation{}
	for _, line := range lines {
		it := Operation{Of: of}
		var end int64
		known, _ := fmt.Sscan(line, &it.Do, &it.By, &it.Count, &it.Call, &end)
		if known == 5 {
			it.Return = &end
		}
		operations = append(operations, it)
	}
	return operations
}

func expect(t *testing.T, isRight bool, operations []Operation) {
	t.Helper()
	if found := len(judge(operations).Illegal) == 0; found != isRight {
		t.Errorf("linearizable: %v, expected %v: %v", found, isRight, operations)
	}
}

// The register of Herlihy and Wing, as an account: a read during a credit may say either, but two reads one after
// the other may not go back.
func TestAccount(t *testing.T) {
	expect(t, true, history("account/a", "credit - 1 0 10", "read - 0 1 2", "read - 1 3 4"))
	expect(t, false, history("account/a", "credit - 1 0 10", "read - 1 1 2", "read - 0 3 4"))
	expect(t, false, history("account/a", "credit - 1 0 1", "take - 0 2 5", "take - 0 3 4"))
	expect(t, true, history("account/a", "credit - 1 0 1", "take - 0 2 5", "refused - 0 3 4"))
	expect(t, false, history("account/a", "credit - 1 0 1", "refused - 0 3 4"))
}

func TestUnanswered(t *testing.T) {
	expect(t, true, history("account/a", "credit - 1 0 1", "take - 0 2 -", "read - 0 3 4"))
	expect(t, true, history("account/a", "credit - 1 0 1", "take - 0 2 -", "read - 1 3 4"))
	expect(t, false, history("account/a", "credit - 1 0 1", "take - 0 2 -", "read - 0 3 4", "read - 1 5 6"))
}

func TestCan(t *testing.T) {
	expect(t, true, history("can/a", "take - 0 0 1", "open c1 0 2 2", "pending - 0 3 4", "opened - 0 5 6"))
	expect(t, false, history("can/a", "take - 0 0 1", "open c1 0 2 2", "opened - 0 3 4", "pending - 0 5 6"))
	expect(t, false, history("can/a", "take - 0 0 1", "refund - 0 2 3", "open c1 0 4 4"))
	expect(t, false, history("can/a", "take - 0 0 1", "refund - 0 2 3", "pending - 0 4 5"))
	expect(t, false, history("can/a", "take - 0 0 1", "open c1 0 2 2", "open c1 0 4 4"))
	expect(t, true, history("can/a", "take - 0 0 1", "reopen - 0 2 3", "open c1 0 4 4", "open c2 0 5 5"))
}

func TestDoor(t *testing.T) {
	expect(t, true, history("door/a", "claim x 0 0 1", "open x 0 2 2", "fill - 0 3 4", "claim y 0 5 6"))
	expect(t, false, history("door/a", "claim x 0 0 1", "claim y 0 2 3"))
	expect(t, true, history("door/a", "claim x 0 0 1", "leave x 0 2 9", "claim y 0 3 4", "open y 0 8 8"))
	expect(t, false, history("door/a", "claim x 0 0 1", "leave x 0 2 9", "claim y 0 3 4", "open x 0 8 8"))
	expect(t, false, history("door/a", "claim x 0 0 1", "fill - 0 2 3"))
}
