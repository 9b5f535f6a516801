import Epochs
import Glibc
import Recordings
import Signals

/// `bench-week FILE [SECONDS]`: a recording of raw acceleration to calibrated epochs with ActiGraph counts and wear;
/// prints one JSON object with CPU seconds (user and system) of each step and peak memory.
@main
enum BenchWeek {
    /// The first look.
    struct Survey: RecordingSink {
        var found = StillnessSurvey()
        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) { found.add(batch) }
    }

    /// The second.
    struct Epochs: RecordingSink {
        var aggregator: EpochAggregator
        var measures: MotionMetrics
        let calibration: Calibration?
        var epochs = 0
        var counts = 0.0

        mutating func begin(_ header: RecordingHeader) {}
        mutating func receive(_ batch: SampleBatch) {
            measures.add(batch)
            if let calibration {
                var calibrated = batch
                calibration.apply(to: &calibrated.values)
                aggregator.add(calibrated)
            } else {
                aggregator.add(batch)
            }
            drain()
        }

        mutating func drain() {
            aggregator.drain { epoch in
                epochs += 1
                counts += measures.take(epoch.start).vectorMagnitude ?? 0
            }
        }
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2 else {
            print("usage: bench-week FILE [SECONDS]")
            exit(2)
        }
        let seconds = arguments.count > 2 ? Int(arguments[2]) ?? 60 : 60
        let file = try RecordingFile.open(path: arguments[1])
        let options = DecodeOptions(channels: [.acceleration])
        let start = cpu()
        var survey = Survey()
        let summary = try RecordingFormats.decode(file, options: options, into: &survey)
        survey.found.finish()
        let outcome = Autocalibration.fit(survey.found)
        let wear = StillWear().nonWear(survey.found)
        let surveyed = cpu()
        let rate = summary.header.channels.first?.nominalRate ?? 100
        // Applied though generated motion is not turned around enough to be calibrated by.
        let calibration = outcome.calibration ?? Calibration()
        var epochs = Epochs(
            aggregator: EpochAggregator(EpochConfiguration(lengths: [seconds])),
            measures: MotionMetrics([.counts], seconds: seconds, zone: .utc, rate: rate, calibration: calibration),
            calibration: calibration)
        _ = try RecordingFormats.decode(file, options: options, into: &epochs)
        epochs.aggregator.finish()
        epochs.measures.finish()
        epochs.drain()
        let done = cpu()
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        print(
            "{\"samples\":\(summary.samples),\"epochs\":\(epochs.epochs),\"survey_cpu_s\":\(surveyed - start),"
                + "\"epochs_cpu_s\":\(done - surveyed),\"cpu_s\":\(done - start),\"non_wear\":\(wear.count),"
                + "\"calibrated\":\(outcome.isAccepted),\"peak_mb\":\(Double(usage.ru_maxrss) / 1024)}")
    }

    private static func cpu() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
