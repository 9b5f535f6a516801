import Foundation
import Signals
import Testing

@testable import Store
@testable import crash_writer

@Suite("Crashes", .serialized)
struct CrashTests {
    /// Kills in each test; more by the environment variable `NIGHTJAR_CRASHES`.
    static let kills = ProcessInfo.processInfo.environment["NIGHTJAR_CRASHES"].flatMap(Int.init) ?? 100
    /// Where the moments come from; printed with each finding, set again by `NIGHTJAR_SEED`.
    static let seed = ProcessInfo.processInfo.environment["NIGHTJAR_SEED"].flatMap(UInt64.init) ?? 20_260_711
    /// Stores that are written and killed side by side.
    static let chains = 5

    @Test("live ingest killed at random moments keeps every sample older than a second, and none twice")
    func live() async throws {
        let found = await onThreads(Self.chains) { chain in
            do { return try Self.liveChain(chain, kills: Self.kills / Self.chains) } catch {
                return LiveFindings(problems: ["\(error)"])
            }
        }
        let problems = found.flatMap(\.problems)
        #expect(problems.isEmpty, "seed \(Self.seed): \(problems.prefix(5))")
        // The promise must have been put to the test.
        #expect(found.reduce(0) { $0 + $1.old } > Self.kills * 5)
        #expect(found.reduce(0) { $0 + $1.durable } > Self.kills * 5)
    }

    struct LiveFindings: Sendable {
        var problems: [String] = []
        /// Samples that were older than a second at a kill, and that the store had said to be on disk.
        var old = 0, durable = 0
    }

    private static func liveChain(_ chain: Int, kills: Int) throws -> LiveFindings {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed &+ UInt64(chain) &* 1000)
        var findings = LiveFindings()
        for kill in 0..<kills {
            // Most soon, some late enough for the promise to bind.
            let life =
                kill % 4 == 0
                ? Double.random(in: 1.1...1.7, using: &generator)
                : Double.random(in: 0.02...0.3, using: &generator)
            let (at, lines) = try CrashingProcess(["live", folder.path, "0"]).kill(after: life)
            var required = 0
            for line in lines {
                guard line.count >= 2, let step = Int(line[1]) else { continue }
                if line[0] == "D" {
                    findings.durable += max(0, step - required)
                    required = max(required, step)
                } else if line.count == 3, let time = UInt64(line[2]), time &+ 1_000_000_000 < at {
                    findings.old += 1
                    required = max(required, step + 1)
                }
            }
            let problems = try check(folder, required: required)
            findings.problems += problems.map { "chain \(chain) kill \(kill) after \(life) s: \($0)" }
        }
        return findings
    }

    /// Opens the store as the next start does and compares it with the series.
    private static func check(_ folder: TemporaryFolder, required: Int) throws -> [String] {
        let store = try Store(folder: folder.path)
        defer { store.close() }
        let (from, to) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
        let device = CrashSeries.device
        var problems: [String] = store.notices
        let raw = try store.raw(of: device, channel: .acceleration, from: from, to: to)
        if raw.count < required { problems.append("\(raw.count) batches of \(required)") }
        for (n, batch) in raw.enumerated() where batch != CrashSeries.batch(n) {
            problems.append("batch \(n) is \(batch.sequence.map(String.init) ?? "another")")
            break
        }
        let beats = try store.beats(of: device, from: from, to: to)
        if beats.count < required { problems.append("\(beats.count) beats of \(required)") }
        if beats != (0..<beats.count).map({ CrashSeries.beat($0) }) { problems.append("beats differ") }
        let epochs = try store.epochs(of: device, seconds: 5, from: from, to: to)
        if epochs.count < (required + 4) / 5 { problems.append("\(epochs.count) epochs of \((required + 4) / 5)") }
        if epochs != (0..<epochs.count).map({ CrashSeries.epoch($0 * 5) }) { problems.append("epochs differ") }
        let losses = try store.losses(of: device, from: from, to: to)
        if losses != (0..<losses.count).map({ CrashSeries.loss($0 * 9) }) { problems.append("losses differ") }
        let integrity = try store.readers.read { try $0.text("PRAGMA integrity_check") }
        if integrity != "ok" { problems.append("integrity: \(integrity ?? "")") }
        return problems
    }
}
