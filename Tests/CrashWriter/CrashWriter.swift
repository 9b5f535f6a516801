import Glibc
import Runtime
import Signals
import Store

/// A program that writes into a store until someone kills it, and says on standard output what it has handed over:
/// `A n t` for step `n` at monotonic time `t` in nanoseconds, `D n` when everything before step `n` is said to be on
/// disk, `F` at the end of an import.
@main
enum CrashWriter {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let seed = Int(arguments[3]) else {
            say("usage: crash-writer live|import|full|erase FOLDER SEED")
            exit(2)
        }
        if arguments[1] == "erase" { return try await erase(arguments[2]) }
        if arguments[1] == "full" { return try fillDisk(arguments[2]) }
        let store = try Store(folder: arguments[2])
        if arguments[1] == "live" {
            try live(store)
        } else {
            try bring(CrashFile(seed: seed), into: store, pause: 2000)
            say("F")
            store.close()
        }
    }

    /// Goes on where the store ends, a little before it, as a driver that is not sure what arrived.
    private static func live(_ store: Store) throws {
        let kept = try store.raw(
            of: CrashSeries.device, channel: .acceleration, from: Instant(nanoseconds: .min),
            to: Instant(nanoseconds: .max))
        var step = max(0, kept.count - 20)
        var receipts: [(Int, Receipt)] = []
        while true {
            guard let batch = CrashSeries.batch(step) else { return }
            store.append(batch)
            if step.isMultiple(of: 5) { store.append([CrashSeries.epoch(step)], device: CrashSeries.device) }
            // The last of what must be there with the step.
            let receipt = store.append([CrashSeries.beat(step)], device: CrashSeries.device)
            if step.isMultiple(of: 9) { store.append([CrashSeries.loss(step)], device: CrashSeries.device) }
            say("A \(step) \(monotonic())")
            step += 1
            if let receipt { receipts.append((step, receipt)) }
            if let durable = receipts.last(where: { store.isDurable($0.1) }) {
                say("D \(durable.0)")
                receipts.removeAll { $0.0 <= durable.0 }
            }
            usleep(2500)
        }
    }

    /// Imports a file, resting `pause` microseconds between pieces.
    static func bring(_ file: CrashFile, into store: Store, pause: UInt32 = 0) throws {
        let bytes = file.bytes
        let facts = ImportFile(
            name: "\(file.seed).cwa", size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa",
            decoderVersion: 3)
        guard case .begun(let work) = try store.beginImport(facts) else { return }
        for start in stride(from: 0, to: bytes.count, by: 200_000) {
            try work.append(bytes: Array(bytes[start..<min(start + 200_000, bytes.count)]))
            usleep(pause)
        }
        for n in 0..<CrashFile.batches {
            if let batch = file.batch(n) { try work.append(batch) }
            try work.append((0..<10).map { CrashSeries.epoch(n * 10 + $0) }, device: file.device)
            try work.append((0..<10).map { CrashSeries.beat(n * 10 + $0) }, device: file.device)
            if n.isMultiple(of: 5) { usleep(pause) }
        }
        try work.append([CrashSeries.loss(file.seed)], device: file.device)
        usleep(pause)
        try work.finish(
            summary: Array("{}".utf8), device: file.device, first: CrashSeries.start(0), last: CrashSeries.start(600))
    }

    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    }

    private static func monotonic() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
