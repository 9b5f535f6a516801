import Documents
import Gateway
import Runtime
import Signals
import Store

/// Figures over time that programs have sent.
enum SampleRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.samples) { asked, request in
            let (start, end) = (asked.start.instant(in: .utc), asked.end.instant(in: .utc))
            var rows = try series(asked.person, request, gateway).samples(
                .init(
                    asked.type, in: start..<max(start, end), after: asked.cursor.map { ($0.time, $0.row) },
                    limit: asked.limit + 1))
            let hasMore = rows.count > asked.limit
            if hasMore { rows.removeLast() }
            var page = SamplePageDocument()
            page.type = asked.type
            page.samples = rows.map { SamplePageDocument.Sample($0.sample) }
            page.next = hasMore ? rows.last.map { PageCursor(time: $0.sample.start, row: $0.row) } : nil
            return page
        }
        router.on(.sampleChanges) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            guard let changes = try await gateway.sampleChanges(since: asked.token, of: subject, limit: asked.limit)
            else {
                throw HTTPProblem(
                    status: 410, kind: "token-expired", title: "Too long ago",
                    detail:
                        "What changed since this sync_token is not known any more. Ask without it, and put what comes in place of "
                        + "all that you have.")
            }
            var document = SampleChangesDocument()
            document.stretches = changes.stretches.map { found in
                var stretch = SampleChangesDocument.Stretch()
                (stretch.type, stretch.start, stretch.end) = (
                    found.type, UTCTime(found.range.lowerBound), UTCTime(found.range.upperBound)
                )
                stretch.samples = found.samples.map { SamplePageDocument.Sample($0) }
                return stretch
            }
            (document.token, document.hasMore) = (changes.token, changes.hasMore)
            return document
        }
        router.on(.sampleTypes) { asked, request in
            var document = SampleTypesDocument()
            document.types = try series(asked.person, request, gateway).types().map { type, count in
                var entry = SampleTypesDocument.Entry()
                (entry.type, entry.count) = (type, count)
                return entry
            }
            return document
        }
        router.on(.sampleSum) { asked, request in
            let zone = try request.zone("zone") ?? gateway.configuration.zone
            let faults = Moment.faults(asked.start, asked.end, in: zone)
            guard faults.isEmpty else { throw HTTPProblem.invalid(faults) }
            let range = asked.start.instant(in: zone)..<asked.end.instant(in: zone)
            if let length = asked.by.length,
                range.upperBound.nanoseconds(since: range.lowerBound) / length >= 100_000
            {
                throw HTTPProblem.invalid([
                    FieldFault("by", "“by” makes too many parts of so long a time.", code: "invalid_value")
                ])
            }
            let totals = try await gateway.totals(
                asked.type, in: range, by: asked.by, zone: zone, of: try request.subject(asked.person, gateway))
            return SampleSumDocument(totals, of: asked.type, in: range, zone: zone)
        }
    }

    /// The samples of the person whom a request names, or of who sends it.
    private static func series(
        _ person: Int?, _ request: HTTPRequest, _ gateway: Gateway
    ) throws -> HealthSeries {
        try gateway.series(of: request.subject(person, gateway))
    }
}
