import Documents
import Runtime
import Signals

/// `nightjar bench`.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "Measure how fast this machine decodes, aggregates and publishes"
    static let operands = ["NAME?"]
    static let options = [Option.json]
    static let examples = ["nightjar bench", "nightjar bench decode --json"]
    static let discussion = """
        NAME is one of:
        \(Benchmark.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
        Each runs five times; the median is shown. Nothing is read and nothing stays. `make bench` measures more.
        """

    static func run(_ arguments: Arguments) async throws {
        var benchmarks = Benchmark.allCases
        if let name = arguments.operands.first {
            guard let benchmark = Benchmark(rawValue: name) else {
                let known = benchmarks.map(\.rawValue).joined(separator: ", ")
                throw arguments.usage("“\(name)” is not a benchmark; there are \(known).")
            }
            benchmarks = [benchmark]
        }
        guard arguments.has("--json") else {
            for benchmark in benchmarks { try Output.line(line(try benchmark.figure())) }
            return
        }
        let figures = try benchmarks.map { try $0.figure() }
        var json = JSONText()
        json.object { json in
            json.field("version", Version.current)
            json.array("benchmarks") { json in
                for figure in figures { json.object { write(figure, &$0) } }
            }
        }
        try Output.line(json.string)
    }

    private static func write(_ figure: Benchmark.Figure, _ json: inout JSONText) {
        json.field("name", figure.name)
        json.field("work", figure.work)
        json.field("unit", figure.unit)
        json.field("seconds", figure.seconds)
        json.field("cpu_seconds", figure.cpuSeconds)
        json.field("rate_per_s", figure.rate)
        if let p99 = figure.percentile99 { json.field("p99_ms", p99 * 1000) }
        json.field("peak_mb", figure.peakMegabytes)
        json.field("runs", figure.runs)
        if let median = figure.medianMicroseconds { json.field("median_us", median) }
    }

    private static func line(_ figure: Benchmark.Figure) -> String {
        let rate = figure.rate >= 1e6 ? "\(tenths(figure.rate / 1e6)) million" : "\(Int(figure.rate))"
        let median = figure.medianMicroseconds.map { ", \(tenths($0)) µs each at the median" } ?? ""
        return "\(figure.name): \(figure.work) \(figure.unit) in \(tenths(figure.seconds * 1000)) ms, "
            + "\(rate) per second\(median); "
            + (figure.percentile99.map { "99 % within \(($0 * 1e6).rounded() / 1000) ms; " } ?? "")
            + "\(tenths(figure.peakMegabytes)) MB at most"
    }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
