package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"clients/generated"
)

type reading struct {
	UserId                int64     `json:"userId"`
	TotalTax              *float32  `json:"totalTax"`
	RemainingExemption    *float32  `json:"remainingExemption"`
	DeclarationRows       *int      `json:"declarationRows"`
	DeclarationRowsBefore *int      `json:"declarationRowsBefore"`
	Issues                int       `json:"issues"`
	Suggestions           int       `json:"suggestions"`
	EventTypes            []*string `json:"eventTypes"`
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func rowsOf(summary *generated.YearSummary) *int {
	if summary.DeclarationSummary == nil {
		return nil
	}
	count := len(summary.DeclarationSummary.Rows)
	return &count
}

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	client := must(generated.NewClientWithResponses(os.Getenv("BASE_URL"), generated.WithRequestEditorFn(authorize)))
	summaryOf := func(name string) *generated.YearSummary {
		year := must(strconv.Atoi(os.Getenv(name)))
		return must(client.GetYearSummaryWithResponse(ctx, int32(year), nil)).JSON200
	}
	summary, before := summaryOf("YEAR"), summaryOf("YEAR_BEFORE")
	items := must(client.ListIssuesWithResponse(ctx, nil)).JSON200.Items
	read := reading{
		UserId:                must(client.GetMeWithResponse(ctx, nil)).JSON200.UserId,
		TotalTax:              summary.TotalTax.Exact,
		DeclarationRows:       rowsOf(summary),
		DeclarationRowsBefore: rowsOf(before),
		Issues:                len(items),
		EventTypes:            []*string{},
	}
	if summary.VrijstellingHeadroom != nil {
		read.RemainingExemption = summary.VrijstellingHeadroom.Remaining.Exact
	}
	for _, item := range items {
		if item.Copilot != nil && item.Copilot.Summary != "" {
			read.Suggestions++
		}
		var eventType *string
		if item.Event != nil {
			kind := must(must(item.Event.AsTaxEvent()).Discriminator())
			eventType = &kind
		}
		read.EventTypes = append(read.EventTypes, eventType)
	}
	fmt.Println(string(must(json.Marshal(read))))
}
