import Documents
import Gateway
import Runtime
import Signals
import Store

/// Figures over time that programs have sent.
enum SampleRoutes {
    private static var range: KeyValuePairs<String, Schema> {
        [
            "type": .string(1...100).required.example("heart_rate"),
            "start": .moment.required, "end": .moment.required,
            "limit": .integer(1...10_000).standard(1000), "cursor": .cursor,
        ]
    }

    static func add(to router: inout Router, gateway: Gateway) {
        router.get(
            "/api/v1/samples",
            .about(
                "Samples of one type, oldest first", "samples", query: range, replies: [200: .samplePage],
                problems: [422])
        ) { request in
            let (type, start, end) = try span(request)
            let limit = try request.count("limit", in: 1...10_000, standard: 1000)
            let cursor = try PageCursor(request)
            var rows = try gateway.store.healthSamples(
                type, of: request.caller.personColumn, from: start, to: end, after: cursor.map { ($0.time, $0.row) },
                limit: limit + 1)
            let hasMore = rows.count > limit
            if hasMore { rows.removeLast() }
            return .json { json in
                json.field("type", type)
                json.array("samples") { json in for row in rows { write(row.sample, &json) } }
                json.field(
                    "next_cursor",
                    hasMore ? rows.last.map { PageCursor(time: $0.sample.start, row: $0.row).text } : nil)
            }
        }
        router.get(
            "/api/v1/samples/types",
            .about(
                "What there are samples of", "samples",
                replies: [200: .object(["types": .array(.object(["type": .string, "count": .integer]))])])
        ) { request in
            let types = try gateway.store.healthSampleTypes(of: request.caller.personColumn)
            return .json { json in
                json.array("types") { json in
                    for (type, count) in types {
                        json.object { json in
                            json.field("type", type)
                            json.field("count", count)
                        }
                    }
                }
            }
        }
        router.get(
            "/api/v1/samples/sum",
            .about(
                "What samples of one type come to", "samples",
                detail:
                    "Amounts such as steps count once: in each stretch of time those of the source that has most samples of "
                    + "that day, and those of others only where it has none; a sample that crosses an end is shared out. "
                    + "Of sleep, time asleep counts, by one source a night. Heart rates and the like have no sum. Parts of "
                    + "any length add up to the same. A day for start or end is its midnight in the zone.",
                query: [
                    "type": .string(1...100).required.example("steps"), "start": .moment.required,
                    "end": .moment.required, "by": .words(SampleParts.allCases.map(\.rawValue)).standard("all"),
                    "zone": .string.about("Whose days and nights they are; the gateway's if left out"),
                ], replies: [200: .sampleSums], problems: [400, 422])
        ) { try sums($0, gateway) }
    }

    private static func span(
        _ request: HTTPRequest, dayIn zone: Zone = .utc
    ) throws -> (type: String, start: Instant, end: Instant) {
        guard let type = request.query["type"], (1...100).contains(type.unicodeScalars.count) else {
            throw HTTPProblem.query("type", "is needed, such as heart_rate", request.query["type"] ?? "")
        }
        guard let start = try request.time("start", dayIn: zone), let end = try request.time("end", dayIn: zone),
            start <= end
        else {
            throw HTTPProblem.query("start", "and “end” are needed, the first before the last", "")
        }
        for (name, time) in [("start", start), ("end", end)]
        where !(1680...2260).contains(Zone.utc.civilTime(at: time).date.year) {
            throw HTTPProblem.query(name, "must lie in the years 1680 to 2260", time.rfc3339)
        }
        return (type, start, end)
    }

    private static func sums(_ request: HTTPRequest, _ gateway: Gateway) throws -> HTTPResponse {
        let zone = try request.zone("zone") ?? gateway.configuration.zone
        let (type, start, end) = try span(request, dayIn: zone)
        guard let by = SampleParts(rawValue: request.query["by"] ?? "all") else {
            throw HTTPProblem.query(
                "by", "must be all, month, week, day, hour or minute", request.query["by"] ?? "")
        }
        if let length = by.length, end.nanoseconds(since: start) / length >= 100_000 {
            throw HTTPProblem.query("by", "makes too many parts of so long a time", by.rawValue)
        }
        let totals = try SampleSummary.totals(
            type, of: request.caller.personColumn, in: start..<end, by: by, zone: zone, store: gateway.store)
        return .json { json in
            json.field("type", type)
            json.field("unit", totals.unit)
            json.field("start", start.rfc3339)
            json.field("end", end.rfc3339)
            json.field("zone", zone.name)
            json.field("sum", totals.sum)
            json.field("count", totals.parts.reduce(0) { $0 + $1.count })
            json.field("other_units", totals.otherUnits)
            json.array("sources", totals.sources.sorted())
            json.array("parts") { json in
                for part in totals.parts { write(part, isAmount: totals.isAmount, &json) }
            }
        }
    }

    private static func write(_ part: SampleTotals.Part, isAmount: Bool, _ json: inout JSONText) {
        json.object { json in
            json.field("start", part.span.lowerBound.rfc3339)
            json.field("end", part.span.upperBound.rfc3339)
            json.field("sum", isAmount ? part.sum : nil)
            json.field("mean", part.mean)
            json.field("min", part.least)
            json.field("max", part.most)
            json.field("count", part.count)
            json.field("source", part.sources.first)
            json.array("sources", part.sources)
            guard !part.minutes.isEmpty else { return }
            json.object("minutes") { json in
                for (word, minutes) in part.minutes.sorted(by: { $0.key < $1.key }) { json.field(word, minutes) }
            }
        }
    }

    private static func write(_ sample: HealthSample, _ json: inout JSONText) {
        json.object { json in
            json.field("type", sample.type)
            json.field("start", sample.start.rfc3339)
            json.field("end", sample.end.rfc3339)
            json.field("value", sample.value)
            json.field("word", sample.word.isEmpty ? nil : sample.word)
            json.field("unit", sample.unit)
            json.field("device_id", sample.device)
            json.field("source", sample.source)
        }
    }
}

extension Schema {
    fileprivate static var samplePage: Schema {
        .object([
            "type": .string,
            "samples": .array(
                .object([
                    "type": .string, "start": .time, "end": .time, "value": .number.nullable,
                    "word": .string.nullable, "unit": .string, "device_id": .string.nullable, "source": .string,
                ])), "next_cursor": .string.nullable,
        ])
    }

    fileprivate static var sampleSums: Schema {
        .object([
            "type": .string, "unit": .string.nullable, "start": .time, "end": .time, "zone": .string,
            "sum": .number.nullable.about("Null for what does not add up, and where nothing is known"),
            "count": .integer, "other_units": .integer.about("Samples left out, as they are in another unit"),
            "sources": .array(.string),
            "parts": .array(
                .object([
                    "start": .time, "end": .time, "sum": .number.nullable, "mean": .number.nullable,
                    "min": .number.nullable, "max": .number.nullable,
                    "count": .integer.about("Samples that begin in it; mean, min and max are theirs"),
                    "source": .string.nullable.about("The one that adds most"), "sources": .array(.string),
                    "minutes": .map(.number).optional.about("Of sleep: asleep, light, deep, rem, awake, in_bed"),
                ])),
        ])
    }
}
