import Glibc
import Recordings
import Signals

/// `decode-recording FILE [RUNS] [--all]`: decodes a recording to floats with time, its acceleration or, where it has none,
/// its counts, with `--all` every channel of it, and prints, per run, one JSON object with CPU seconds (user and system),
/// wall seconds, samples of the first channel, the sum of their first values, values in all and peak memory.
@main
enum DecodeRecording {
    /// Takes batches as an aggregator would, looking at each one's first value and last instant.
    struct Sink: RecordingSink {
        var samples = 0
        var sum = 0.0
        var values = 0
        var last = Instant(nanoseconds: 0)
        private var main = Channel.acceleration

        mutating func begin(_ header: RecordingHeader) { main = header.channels.first?.channel ?? main }
        mutating func receive(_ batch: SampleBatch) {
            values += batch.values.count
            guard batch.channel == main else { return }
            samples += batch.count
            if main == .counts {
                for index in 0..<batch.count { sum += Double(batch.values[index * batch.axes]) }
            } else {
                sum += Double(batch.values[0])
            }
            last = batch.times.instant(at: batch.count - 1)
        }
    }

    static func main() throws {
        let arguments = CommandLine.arguments.filter { $0 != "--all" }
        let channels: Set<Channel> = arguments.count < CommandLine.arguments.count ? [] : [.acceleration, .counts]
        guard arguments.count >= 2 else {
            print("usage: decode-recording FILE [RUNS] [--all]")
            exit(2)
        }
        for _ in 0..<(arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1) {
            let (cpu, wall) = (seconds(CLOCK_PROCESS_CPUTIME_ID), seconds(CLOCK_MONOTONIC))
            var sink = Sink()
            let file = try RecordingFile.open(path: arguments[1])
            let summary = try RecordingFormats.decode(file, options: DecodeOptions(channels: channels), into: &sink)
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let spent = (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu, seconds(CLOCK_MONOTONIC) - wall)
            print(
                "{\"reader\":\"nightjar\",\"cpu_s\":\(spent.0),\"wall_s\":\(spent.1),\"samples\":\(summary.samples),"
                    + "\"sum\":\(sink.sum),\"values\":\(sink.values),\"peak_mb\":\(Double(usage.ru_maxrss) / 1024)}")
            guard sink.samples == summary.samples else { exit(1) }
        }
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
