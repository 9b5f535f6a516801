import Fuzzing
import Glibc
import Recordings
import Signals

/// Fuzzes the Axivity decoder. The first byte of an input says how the rest becomes a file, because a random file has
/// no sector whose checksum is right:
/// 0: the file as it is; 1: the file with all checksums made right; others: 32 bytes make one sector, its fixed part and
/// two bytes that say what is wrong with it.
@main
enum FuzzCWA {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--seeds", let folder = CommandLine.arguments.last {
            return Seeds.write(to: folder)
        }
        exit(Fuzzer.run(testCWA))
    }
}

/// One input.
private func testCWA(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let mode = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    let bytes =
        switch mode {
        case 0: rest
        case 1: Shaping.withChecksums(rest)
        default: Shaping.sectors(rest)
        }
    var sink = CheckingSink()
    do {
        let file = try RecordingFile(name: "fuzz.cwa", bytes: bytes)
        let summary = try CWA.decode(file, options: DecodeOptions(), into: &sink)
        precondition(summary.samples == sink.samples, "every sample that is counted is handed on")
        precondition(summary.segments.reduce(0) { $0 + $1.count } == summary.samples, "segments hold all samples")
        var next = 0
        for segment in summary.segments {
            precondition(segment.first == next && segment.count > 0 && segment.start <= segment.end)
            next += segment.count
        }
        precondition(summary.losses.allSatisfy { $0.count >= 0 && $0.count.isFinite && !$0.detail.isEmpty })
    } catch is Failure {
    } catch {
        preconditionFailure("only a Failure may come out: \(error)")
    }
    return 0
}

/// Checks what must hold for whatever is decoded.
private struct CheckingSink: RecordingSink {
    var samples = 0

    mutating func begin(_ header: RecordingHeader) { precondition(!header.channels.isEmpty) }

    mutating func receive(_ batch: SampleBatch) {
        precondition(batch.count > 0 && batch.values.allSatisfy { $0.isFinite })
        precondition(batch.times.instant(at: 0) <= batch.times.instant(at: batch.count - 1))
        if batch.channel == .acceleration { samples += batch.count }
    }
}
