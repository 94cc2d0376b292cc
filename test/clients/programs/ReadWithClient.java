import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.FiguresApi;
import org.openapitools.client.api.IssuesApi;
import org.openapitools.client.model.ReviewQueueItem;
import org.openapitools.client.model.YearSummary;

public class ReadWithClient {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    FiguresApi figures = new FiguresApi(client);
    YearSummary summary = summaryOf(figures, "YEAR");
    YearSummary before = summaryOf(figures, "YEAR_BEFORE");
    List<ReviewQueueItem> items =
        new IssuesApi(client)
            .listIssues(IssuesApi.APIListIssuesRequest.newBuilder().build())
            .getItems();
    List<String> eventTypes = new ArrayList<>();
    int suggestions = 0;
    for (ReviewQueueItem item : items) {
      if (item.getCopilot() != null && item.getCopilot().getSummary() != null) suggestions++;
      eventTypes.add(item.getEvent() == null ? null : typeOf(item.getEvent().getActualInstance()));
    }
    Map<String, Object> read = new LinkedHashMap<>();
    AccountApi account = new AccountApi(client);
    read.put("userId", account.getMe(AccountApi.APIGetMeRequest.newBuilder().build()).getUserId());
    read.put("totalTax", summary.getTotalTax().getExact());
    read.put(
        "remainingExemption",
        summary.getVrijstellingHeadroom() == null
            ? null
            : summary.getVrijstellingHeadroom().getRemaining().getExact());
    read.put("declarationRows", rowsOf(summary));
    read.put("declarationRowsBefore", rowsOf(before));
    read.put("issues", items.size());
    read.put("suggestions", suggestions);
    read.put("eventTypes", eventTypes);
    System.out.println(new ObjectMapper().writeValueAsString(read));
  }

  private static YearSummary summaryOf(FiguresApi figures, String variable) throws Exception {
    Integer year = Integer.valueOf(System.getenv(variable));
    return figures.getYearSummary(
        FiguresApi.APIGetYearSummaryRequest.newBuilder().year(year).build());
  }

  private static Integer rowsOf(YearSummary summary) {
    return summary.getDeclarationSummary() == null
        ? null
        : Integer.valueOf(summary.getDeclarationSummary().getRows().size());
  }

  private static String typeOf(Object event) throws Exception {
    return event.getClass().getMethod("getType").invoke(event).toString();
  }
}
