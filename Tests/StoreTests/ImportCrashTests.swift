import Foundation
import Runtime
import Signals
import Testing

@testable import Store
@testable import crash_writer

extension CrashTests {
    @Test("an import killed at random moments is there as a whole or not at all, and whole after the next start")
    func imports() async throws {
        let found = await onThreads(Self.chains) { chain in
            do { return try Self.importChain(chain, kills: Self.kills / Self.chains) } catch {
                return ImportFindings(problems: ["\(error)"])
            }
        }
        let problems = found.flatMap(\.problems)
        #expect(problems.isEmpty, "seed \(Self.seed): \(problems.prefix(5))")
        // Kills before, during and after: on a busy machine much of a short life is its start.
        #expect(found.reduce(0) { $0 + $1.cut } > Self.kills / 10)
    }

    struct ImportFindings: Sendable {
        var problems: [String] = []
        /// Kills that left an import half done.
        var cut = 0
    }

    private static func importChain(_ chain: Int, kills: Int) throws -> ImportFindings {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed &+ UInt64(chain) &* 1000 &+ 500)
        var findings = ImportFindings()
        let began = Date()
        let lines = try CrashingProcess(["import", folder.path, "9999"]).wait()
        let whole = Date().timeIntervalSince(began)
        guard lines == [["F"]] else { return ImportFindings(problems: ["an undisturbed import failed"]) }
        for kill in 0..<kills {
            let file = CrashFile(seed: chain * 1000 + kill)
            let life = Double.random(in: 0.01...(whole * 1.05), using: &generator)
            _ = try CrashingProcess(["import", folder.path, "\(file.seed)"]).kill(after: life)
            let store = try Store(folder: folder.path)
            defer { store.close() }
            var problems = store.notices
            let before = try store.recordings()
            if let left = before.first(where: { $0.file.name == "\(file.seed).cwa" }) {
                if left.state == .failed { findings.cut += 1 }
                if left.state == .importing { problems.append("still importing after a restart") }
                if left.state == .complete {
                    problems += try differences(file, store)
                } else if try !store.epochs(of: file.device, seconds: 5, from: .first, to: .last).isEmpty {
                    problems.append("half an import can be seen")
                }
            }
            try CrashWriter.bring(file, into: store)
            problems += try differences(file, store)
            let integrity = try store.readers.read { try $0.text("PRAGMA integrity_check") }
            if integrity != "ok" { problems.append("integrity: \(integrity ?? "")") }
            findings.problems += problems.map { "chain \(chain) kill \(kill) after \(life) s: \($0)" }
        }
        let store = try Store(folder: folder.path)
        let states = try store.recordings().map(\.state)
        if states != Array(repeating: .complete, count: kills + 1) { findings.problems.append("states: \(states)") }
        return findings
    }

    /// What a complete import holds that an undisturbed one would not, or the other way round.
    private static func differences(_ file: CrashFile, _ store: Store) throws -> [String] {
        var problems: [String] = []
        let found = try store.recordings().filter { $0.file.name == "\(file.seed).cwa" && $0.state == .complete }
        guard found.count == 1, let recording = found.first else { return ["\(found.count) complete recordings"] }
        let device = file.device
        let epochs = try store.epochs(of: device, seconds: 5, from: .first, to: .last)
        if epochs != (0..<CrashFile.epochs).map({ CrashSeries.epoch($0) }) { problems.append("epochs differ") }
        let beats = try store.beats(of: device, from: .first, to: .last)
        if beats != (0..<CrashFile.beats).map({ CrashSeries.beat($0) }) { problems.append("beats differ") }
        let losses = try store.losses(of: device, from: .first, to: .last)
        if losses != [CrashSeries.loss(file.seed)] { problems.append("losses differ") }
        let raw = try store.raw(
            of: device, channel: .acceleration, from: .first, to: .last, recording: recording.id)
        if raw != (0..<CrashFile.batches).compactMap({ file.batch($0) }) { problems.append("raw samples differ") }
        var hash = SHA256()
        try store.forEachChunk(of: recording.id) { hash.update($0) }
        if hash.digest() != recording.file.sha256 { problems.append("bytes differ") }
        return problems
    }
}

extension Instant {
    fileprivate static let first = Instant(nanoseconds: .min)
    fileprivate static let last = Instant(nanoseconds: .max)
}
