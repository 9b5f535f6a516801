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
                    "Of several programs that measured the same time, one counts: that with the most samples of the "
                    + "stretch. Nothing is added twice.",
                query: [
                    "type": .string(1...100).required.example("steps"), "start": .moment.required,
                    "end": .moment.required, "by": .words("all", "day", "hour", "minute").standard("all"),
                ], replies: [200: .sampleSums], problems: [422])
        ) { try sums($0, gateway) }
    }

    private static func span(_ request: HTTPRequest) throws -> (type: String, start: Instant, end: Instant) {
        guard let type = request.query["type"], (1...100).contains(type.unicodeScalars.count) else {
            throw HTTPProblem.query("type", "is needed, such as heart_rate", request.query["type"] ?? "")
        }
        guard let start = try request.time("start"), let end = try request.time("end"), start <= end else {
            throw HTTPProblem.query("start", "and “end” are needed, the first before the last", "")
        }
        return (type, start, end)
    }

    private static func sums(_ request: HTTPRequest, _ gateway: Gateway) throws -> HTTPResponse {
        let (type, start, end) = try span(request)
        let length = max(1, end.nanoseconds(since: start))
        let step: Int64
        switch request.query["by"] ?? "all" {
        case "all": step = length
        case "day": step = 86_400_000_000_000
        case "hour": step = 3_600_000_000_000
        case "minute": step = 60_000_000_000
        case let word: throw HTTPProblem.query("by", "must be all, day, hour or minute", word)
        }
        guard length / step <= 100_000 else {
            throw HTTPProblem.query("by", "makes too many stretches of so long a time", request.query["by"] ?? "")
        }
        let all = try gateway.store.healthSums(
            type, of: request.caller.personColumn, from: start, to: end, step: step)
        // Sources overlap: the phone and the watch counted the same steps.
        var chosen: [HealthSum] = []
        for sum in all {
            guard let last = chosen.last, last.start == sum.start else { chosen.append(sum); continue }
            if sum.count > last.count { chosen[chosen.count - 1] = sum }
        }
        return .json { json in
            json.field("type", type)
            json.field("unit", chosen.first?.unit)
            json.field("start", start.rfc3339)
            json.field("end", end.rfc3339)
            json.field("sum", chosen.isEmpty ? nil : chosen.reduce(0) { $0 + $1.sum })
            json.field("count", chosen.reduce(0) { $0 + $1.count })
            json.array("sources", Set(all.map(\.source)).sorted())
            json.array("parts") { json in for sum in chosen { write(sum, &json) } }
        }
    }

    private static func write(_ sum: HealthSum, _ json: inout JSONText) {
        json.object { json in
            json.field("start", sum.start.rfc3339)
            json.field("sum", sum.sum)
            json.field("mean", sum.sum / Double(max(1, sum.count)))
            json.field("min", sum.least)
            json.field("max", sum.most)
            json.field("count", sum.count)
            json.field("source", sum.source)
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
            "type": .string, "unit": .string.nullable, "start": .time, "end": .time, "sum": .number.nullable,
            "count": .integer, "sources": .array(.string),
            "parts": .array(
                .object([
                    "start": .time, "sum": .number, "mean": .number, "min": .number, "max": .number,
                    "count": .integer, "source": .string,
                ])),
        ])
    }
}
