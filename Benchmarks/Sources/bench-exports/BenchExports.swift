import Exports
import Glibc
import Recordings
import Runtime
import Signals

/// `bench-exports file RECORDING TARGET` writes the raw signals of a recording as EDF+, from its bytes on;
/// `bench-exports samples TARGET DAYS` those of a made day of three axes at 100 Hz that is in memory, so many times, as
/// `exports-peers` has another program do. Prints one JSON object with CPU seconds (user and system), samples, bytes and peak
/// memory.
@main
enum BenchExports {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 4, let (content, target) = try content(words) else {
            print("usage: bench-exports file RECORDING TARGET | samples TARGET DAYS")
            exit(2)
        }
        let before = seconds
        guard let part = EDFRawExport.part(content), let file = fopen(target, "w") else { exit(1) }
        let tally = Tally()
        let counts = try part.write { piece in
            tally.bytes += piece.count
            guard fwrite(piece, 1, piece.count, file) == piece.count else {
                throw Failure(SystemError(errno, "write", target), "\(target) cannot be written", as: .failed)
            }
        }
        fclose(file)
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "{\"writer\":\"nightjar\",\"cpu_s\":\(seconds - before),\"samples\":\(counts["raw_acceleration"] ?? 0),"
                + "\"bytes\":\(tally.bytes),\"peak_mb\":\(Double(usage.ru_maxrss) / 1024)}")
    }

    private final class Tally { var bytes = 0 }

    /// CPU seconds of this process.
    private static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func content(_ words: [String]) throws -> (ExportContent, target: String)? {
        switch words[1] {
        case "file": return (try file(words[2]), words[3])
        case "samples": return Int(words[3]).map { (samples(days: $0), words[2]) }
        default: return nil
        }
    }

    private static func export(_ window: Range<Instant>, _ raw: RawSignals) -> ExportContent {
        var content = ExportContent(
            device: DeviceIdentity(maker: "Axivity", model: "AX3", serial: "1"), label: "bench", zone: .utc,
            window: window)
        content.raw = raw
        return content
    }

    private struct Sink: RecordingSink {
        let take: (SampleBatch) throws -> Void
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) throws { try take(batch) }
    }

    private struct Extent: RecordingSink {
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) {}
    }

    /// The window is known of a recording that is in the store; finding it is not measured.
    private static func file(_ path: String) throws -> ExportContent {
        let file = try RecordingFile.open(path: path)
        var sink = Extent()
        let summary = try RecordingFormats.decode(file, into: &sink)
        let start = summary.start ?? Instant(nanoseconds: 0)
        let end = (summary.end ?? start).advanced(bySeconds: 1)
        let streams = summary.header.channels.map { RawSignals.Stream($0.channel) }
        return export(
            start..<end,
            RawSignals(streams) { take in
                try withoutActuallyEscaping(take) { take in
                    var sink = Sink(take: take)
                    _ = try RecordingFormats.decode(file, into: &sink)
                }
            })
    }

    /// Values between -8 and 8 g in 1/256 g, in batches of a second.
    private static func samples(days: Int) -> ExportContent {
        let start = Instant(nanoseconds: 1_736_553_600_000_000_000)
        let day = (0..<86_400).map { second in
            (0..<300).map { place -> Float in
                let (sample, axis): (Int, Int) = (second * 100 + place / 3, place % 3)
                let mixed: Int = sample * 7919 + axis * 104_729
                return Float(mixed % 4096 - 2048) / 256
            }
        }
        let raw = RawSignals([.init(.acceleration)]) { take in
            for second in 0..<(days * 86_400) {
                guard let line = Timeline(origin: start.advanced(bySeconds: Double(second)), hertz: 100) else { return }
                try take(
                    SampleBatch(
                        device: DeviceID(rawValue: "axivity-1"), channel: .acceleration, unit: .standardGravity,
                        axes: 3,
                        values: day[second % 86_400], times: .uniform(line), received: start))
            }
        }
        return export(start..<start.advanced(bySeconds: Double(days) * 86_400), raw)
    }
}
