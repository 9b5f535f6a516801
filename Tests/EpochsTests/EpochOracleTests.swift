import Epochs
import Foundation
import Signals
import TestKit
import Testing

/// Fifteen minutes of a wrist at 100 Hz against results of other programs.
@Suite struct EpochOracleTests {
    private struct Oracle: Decodable {
        var ENMO_5s_g: [Double]
        var MAD_5s_g: [Double]
        var ENMOa_5s_g: [Double]
    }

    private func samples(_ name: String) throws -> [Float] {
        let unzip = Process()
        unzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
        unzip.arguments = ["-dc", try TestData.path(name)]
        let pipe = Pipe()
        unzip.standardOutput = pipe
        try unzip.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return text.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Float($0) }
    }

    private func epochs(_ values: [Float], hertz: Double) throws -> [Epoch.Motion] {
        let line = try #require(Timeline(origin: Instant(nanoseconds: 0), hertz: hertz))
        let batch = SampleBatch(
            device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .uniform(line), received: Instant(nanoseconds: 0))
        return EpochAggregator.epochs([batch], EpochConfiguration(lengths: [5])).compactMap(\.motion)
    }

    @Test("ENMO, MAD and ENMOa are those of others", .enabled(if: TestData.isAvailable))
    func amplitudes() throws {
        let oracle = try JSONDecoder().decode(
            Oracle.self, from: Data(try TestData.bytes("oracle/epoch_metrics_890s.json")))
        let epochs = try epochs(try samples("oracle/accel_100Hz_890s.csv.gz"), hertz: 100)
        #expect(epochs.count == oracle.ENMO_5s_g.count)
        for (index, epoch) in epochs.enumerated() {
            #expect(epoch.samples == 500)
            #expect(abs(epoch.enmo - oracle.ENMO_5s_g[index]) < 1e-8)
            #expect(abs(epoch.mad - oracle.MAD_5s_g[index]) < 1e-8)
            #expect(abs((epoch.enmoa ?? .nan) - oracle.ENMOa_5s_g[index]) < 1e-8)
        }
    }

    @Test(
        "the angle is that of the published rolling median", .enabled(if: TestData.isAvailable),
        arguments: [("30", 30), ("50", 50), ("100", 100)])
    func angle(name: String, hertz: Int) throws {
        let values = try samples("oracle/accel_\(name)Hz_890s.csv.gz")
        let epochs = try epochs(values, hertz: Double(hertz))
        let count = values.count / 3
        // As GGIR does it: every (rate / 10)-th sample, a centred median over 51 of them, held in between.
        let picked = stride(from: 0, to: count, by: hertz / 10).map { $0 }
        var angles: [Double] = []
        for place in picked.indices {
            let window = picked[max(0, place - 25)...min(picked.count - 1, place + 25)]
            let medians = (0..<3).map { axis in
                let sorted = window.map { values[3 * $0 + axis] }.sorted()
                return (Double(sorted[(sorted.count - 1) / 2]) + Double(sorted[sorted.count / 2])) / 2
            }
            angles.append(atan(medians[2] / hypot(medians[0], medians[1])) * 180 / .pi)
        }
        for (index, epoch) in epochs.enumerated().dropLast() {
            let expected = angles[(50 * index)..<(50 * index + 50)].reduce(0, +) / 50
            #expect(abs(epoch.angleZ - expected) < 1e-7)
        }
    }
}
