import Documents
import Gateway
import Runtime
import Signals
import Store

/// One page of the list of metrics.
struct HealthDataPage {
    static var query: KeyValuePairs<String, Schema> {
        [
            "limit": .integer(1...1000).standard(50), "cursor": .cursor, "offset": .integer(0...1_000_000),
            "data_type": .string, "source": .string,
            "start_date": .moment, "end_date": .moment,
        ]
    }

    private let request: HTTPRequest
    private let cursor: PageCursor?
    private let query: HealthMetricQuery

    /// The page that a request asks for.
    /// - Throws: a 422 for arguments that make no sense.
    init(_ request: HTTPRequest) throws {
        self.request = request
        cursor = try PageCursor(request)
        let limit = try request.count("limit", in: 1...1000, standard: 50)
        var query = HealthMetricQuery(person: request.caller.personColumn, limit: limit)
        query.offset = try request.count("offset", in: 0...1_000_000, standard: 0)
        if cursor != nil, query.offset > 0 {
            throw HTTPProblem.query("offset", "cannot go with a cursor", "\(query.offset)")
        }
        query.type = request.query["data_type"]
        query.source = request.query["source"]
        if let start = try request.time("start_date") { query.start = start }
        if let end = try request.time("end_date") { query.end = end }
        if let cursor {
            if cursor.isBackwards {
                query.after = (cursor.time, cursor.row)
            } else {
                query.before = (cursor.time, cursor.row)
            }
        }
        self.query = query
    }

    func answer(_ gateway: Gateway) throws -> HTTPResponse {
        // One more than asked for tells whether there are more.
        var wider = query
        wider.limit += 1
        var metrics = try gateway.store.healthMetrics(wider)
        let hasMore = metrics.count > query.limit
        let isBackwards = cursor?.isBackwards == true
        if hasMore { metrics.remove(at: isBackwards ? 0 : metrics.count - 1) }
        let total = try gateway.store.healthMetricCount(query)
        let (hasNext, hasPrevious) = isBackwards ? (true, hasMore) : (hasMore, cursor != nil || query.offset > 0)
        let next = hasNext ? metrics.last.map { PageCursor(time: $0.time, row: $0.row).text } : nil
        let previous =
            hasPrevious ? metrics.first.map { PageCursor(time: $0.time, row: $0.row, isBackwards: true).text } : nil
        return .json { json in
            json.array("data") { json in for metric in metrics { HealthDataDocument.write(metric, &json) } }
            json.object("pagination") { json in
                json.field("total_count", total)
                json.field("page_size", metrics.count)
                json.field("has_next", hasNext && next != nil)
                json.field("has_previous", hasPrevious && previous != nil)
                json.field("next_cursor", next)
                json.field("previous_cursor", previous)
            }
            json.object("links") { json in
                json.field("self", link(request.query["cursor"], offset: query.offset))
                json.field("first", link(nil))
                json.field("previous", previous.map { link($0) })
                json.field("next", next.map { link($0) })
                json.field("last", total == 0 ? nil : link(nil, offset: (total - 1) / query.limit * query.limit))
            }
        }
    }

    private func link(_ cursor: String?, offset: Int = 0) -> String {
        var items = request.query.items.filter { $0.name != "cursor" && $0.name != "offset" }
        if let cursor { items.append((name: "cursor", value: cursor)) }
        if offset > 0 { items.append((name: "offset", value: "\(offset)")) }
        let text = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return request.path + (text.isEmpty ? "" : "?" + text.joined(separator: "&"))
    }
}
