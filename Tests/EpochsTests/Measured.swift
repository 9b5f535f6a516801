import Foundation
import Signals
import TestKit

@testable import Epochs

/// Filtered measures of samples at a steady rate from 1970 on.
enum Measured {
    static func rows(
        _ kind: MotionMetrics.Kind, _ values: [Float], hertz: Double, seconds: Int, range: Double? = nil
    ) -> [MotionValues] {
        guard let line = Timeline(origin: Instant(nanoseconds: 0), hertz: hertz) else { return [] }
        var metrics = MotionMetrics([kind], seconds: seconds, zone: .utc, rate: hertz, range: range)
        metrics.add(
            SampleBatch(
                device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                times: .uniform(line), received: Instant(nanoseconds: 0)))
        metrics.finish()
        let count = Int((Double(values.count / 3) / hertz / Double(seconds)).rounded(.up))
        return (0..<count).map { metrics.take(Instant(nanoseconds: Int64($0 * seconds) * 1_000_000_000)) }
    }

    /// Fifteen minutes of a wrist.
    static func oracle(hertz: Int) throws -> [Float] {
        let unzip = Process()
        unzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
        unzip.arguments = ["-dc", try TestData.path("oracle/accel_\(hertz)Hz_890s.csv.gz")]
        let pipe = Pipe()
        unzip.standardOutput = pipe
        try unzip.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Float($0) }
    }
}
