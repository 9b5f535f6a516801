import Documents
import Gateway
import Runtime
import Signals
import Store

/// One page of the list of metrics.
struct HealthDataPage {
    private let request: HTTPRequest
    private let cursor: PageCursor?
    private let query: HealthMetricQuery

    /// The page that a request asks for.
    init(_ asked: HealthPageRequest, _ request: HTTPRequest) {
        self.request = request
        cursor = asked.cursor
        var query = HealthMetricQuery(person: request.caller.personColumn, limit: asked.limit)
        (query.offset, query.type, query.source) = (asked.offset, asked.type, asked.source)
        if let start = asked.start { query.start = start.instant(in: .utc) }
        if let end = asked.end { query.end = end.instant(in: .utc) }
        if let cursor {
            if cursor.isBackwards {
                query.after = (cursor.time, cursor.row)
            } else {
                query.before = (cursor.time, cursor.row)
            }
        }
        self.query = query
    }

    func document(_ gateway: Gateway) throws -> HealthPageDocument {
        // One more than asked for tells whether there are more.
        var wider = query
        wider.limit += 1
        var metrics = try gateway.store.healthMetrics(wider)
        let hasMore = metrics.count > query.limit
        let isBackwards = cursor?.isBackwards == true
        if hasMore { metrics.remove(at: isBackwards ? 0 : metrics.count - 1) }
        let total = try gateway.store.healthMetricCount(query)
        let (hasNext, hasPrevious) = isBackwards ? (true, hasMore) : (hasMore, cursor != nil || query.offset > 0)
        let next = hasNext ? metrics.last.map { PageCursor(time: $0.time, row: $0.row) } : nil
        let previous =
            hasPrevious ? metrics.first.map { PageCursor(time: $0.time, row: $0.row, isBackwards: true) } : nil
        var page = HealthPageDocument()
        page.metrics = metrics.map { StoredHealthMetricDocument($0) }
        (page.pagination.total, page.pagination.count) = (total, metrics.count)
        (page.pagination.hasNext, page.pagination.hasPrevious) = (next != nil, previous != nil)
        (page.pagination.next, page.pagination.previous) = (next, previous)
        page.links.here = link(request.query["cursor"], offset: query.offset)
        page.links.first = link(nil)
        page.links.previous = previous.map { link($0.text) }
        page.links.next = next.map { link($0.text) }
        page.links.last = total == 0 ? nil : link(nil, offset: (total - 1) / query.limit * query.limit)
        return page
    }

    private func link(_ cursor: String?, offset: Int = 0) -> String {
        var items = request.query.items.filter { $0.name != "cursor" && $0.name != "offset" }
        if let cursor { items.append((name: "cursor", value: cursor)) }
        if offset > 0 { items.append((name: "offset", value: "\(offset)")) }
        let text = items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        return request.path + (text.isEmpty ? "" : "?" + text.joined(separator: "&"))
    }
}
