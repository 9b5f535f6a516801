import Foundation
import Signals
import TestKit
import Testing

@testable import Epochs

@Suite("Autocalibration") struct CalibrationTests {
    /// Directions all around, seen through a scale and an offset, with noise of a milligravity and a few that moved.
    private func points(_ seed: UInt64) -> (points: [SIMD3<Double>], truth: Calibration) {
        var random = SplitMix(state: seed)
        let truth = Calibration(offset: SIMD3(0.035, -0.042, 0.020), scale: SIMD3(1.021, 0.984, 1.013))
        let points = (0..<2000).map { index -> SIMD3<Double> in
            var vector = SIMD3<Double>.random(in: -1...1, using: &random)
            vector /= max(0.1, (vector * vector).sum().squareRoot())
            vector += SIMD3<Double>.random(in: -0.001...0.001, using: &random)
            if index.isMultiple(of: 40) { vector *= 1.05 }
            return (vector - truth.offset) / truth.scale
        }
        return (points, truth)
    }

    @Test("recovers what was put in to a third of a milligravity, though some windows moved", arguments: [1, 2, 3])
    func recovery(seed: UInt64) throws {
        let (points, truth) = points(seed)
        let outcome = Autocalibration.fit(points)
        let found = try #require(outcome.calibration)
        #expect(outcome.isAccepted && outcome.reason == nil && outcome.windows == 2000)
        for axis in 0..<3 {
            #expect(abs(found.offset[axis] - truth.offset[axis]) < 3e-4)
            #expect(abs(found.scale[axis] - truth.scale[axis]) < 3e-4)
        }
    }

    @Test("agrees with the reference on its windows", .enabled(if: TestData.isAvailable))
    func reference() throws {
        let unzip = Process()
        unzip.executableURL = URL(fileURLWithPath: "/bin/gzip")
        unzip.arguments = ["-dc", try TestData.path("oracle/calib_10s_means.csv.gz")]
        let pipe = Pipe()
        unzip.standardOutput = pipe
        try unzip.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let points = text.split(whereSeparator: \.isNewline).compactMap { line -> SIMD3<Double>? in
            let values = line.split(separator: ",").compactMap { Double($0) }
            return values.count == 3 ? SIMD3(values) : nil
        }
        let outcome = Autocalibration.fit(points)
        let found = try #require(outcome.calibration)
        for axis in 0..<3 {
            #expect(abs(found.offset[axis] - [0.035, -0.042, 0.020][axis]) < 1e-4)
            #expect(abs(found.scale[axis] - [1.021, 0.984, 1.013][axis]) < 1e-4)
        }
        #expect(abs((outcome.errorBefore ?? 0) - 30.098405) < 1e-5 && (outcome.errorAfter ?? 9) < 0.3)
    }

    @Test("says why it does not calibrate")
    func refusals() {
        let few = Autocalibration.fit([SIMD3(0, 0, 1)])
        #expect(!few.isAccepted && few.calibration == nil && few.reason?.contains("too few") == true)
        let flat = Autocalibration.fit((0..<100).map { SIMD3(0, cos(Double($0)), sin(Double($0))) })
        #expect(!flat.isAccepted && flat.reason?.contains("x axis") == true)
        #expect(flat.lowest?.x == 0 && flat.highest?.x == 0 && flat.reason?.contains("only at 0.0 g") == true)
        let none = Autocalibration.fit([])
        #expect(none.errorBefore == nil && !none.isAccepted)
    }

    /// Directions of one half of the sphere only, seen through an offset of each axis, with noise of a milligravity.
    private func half(_ offset: SIMD3<Double>, seed: UInt64, turn: SIMD3<Double> = SIMD3(0, 0, 1)) -> [SIMD3<Double>] {
        var random = SplitMix(state: seed)
        return (0..<1000).map { _ in
            var vector = SIMD3<Double>.random(in: -1...1, using: &random)
            vector /= max(0.1, (vector * vector).sum().squareRoot())
            if (vector * turn).sum() < 0.2 { vector -= 2 * (vector * turn).sum() * turn }
            vector += SIMD3<Double>.random(in: -0.001...0.001, using: &random)
            return vector - offset
        }
    }

    @Test("takes offsets where the recorder was not turned enough for scales", arguments: [1, 2, 3])
    func offsetOnly(seed: UInt64) throws {
        let truth = SIMD3(0.035, -0.042, 0.020)
        let outcome = Autocalibration.fit(half(truth, seed: seed))
        let found = try #require(outcome.calibration)
        #expect(outcome.isAccepted && outcome.reason == nil && outcome.model == .offset)
        #expect(found.scale == SIMD3(repeating: 1))
        // The bound on what was seldom measured takes a little of each.
        for axis in 0..<3 { #expect(abs(found.offset[axis] - truth[axis]) < 4e-3) }
        #expect((outcome.errorAfter ?? 99) < 2 && (outcome.errorBefore ?? 0) > 20)
        #expect((outcome.lowest?.z ?? -1) > -0.3 && (outcome.highest?.z ?? 0) > 0.9)
    }

    @Test("leaves offsets alone in directions in which gravity never lay")
    func unseenDirection() throws {
        // It lies flat, turned about z: nothing is known of z.
        let points = (0..<200).map { index -> SIMD3<Double> in
            let turn = Double(index) * 0.37
            return SIMD3(cos(turn) - 0.04, sin(turn) + 0.03, 0.06)
        }
        let outcome = Autocalibration.fit(points)
        let found = try #require(outcome.calibration)
        #expect(abs(found.offset.x - 0.04) < 2e-3 && abs(found.offset.y + 0.03) < 2e-3 && abs(found.offset.z) < 0.03)
    }

    @Test("takes no offsets that the other half of the recording speaks against, nor impossible ones")
    func offsetRefused() {
        let points = half(SIMD3(0.05, 0, 0), seed: 4) + half(SIMD3(-0.05, 0, 0), seed: 5)
        let outcome = Autocalibration.fit(points)
        #expect(!outcome.isAccepted && outcome.model == .offset)
        #expect(outcome.reason?.contains("offsets alone") == true)
        let doubled = Autocalibration.fit(half(.zero, seed: 6).map { $0 * 1.4 })
        #expect(!doubled.isAccepted && doubled.reason?.contains("z axis") == true)
    }

    @Test("uses the still windows of a recording only")
    func survey() throws {
        var survey = StillnessSurvey()
        var random = SplitMix(state: 5)
        for window in 0..<60 {
            let direction = [SIMD3<Float>(0.6, 0.8, 0), SIMD3(0, -0.6, -0.8), SIMD3(-0.8, 0, 0.6)][window % 3]
            let shake: Float = window % 4 == 0 ? 0.2 : 0.002
            let values = (0..<500).flatMap { _ in
                (0..<3).map { direction[$0] + Float.random(in: -shake...shake, using: &random) }
            }
            let line = try #require(
                Timeline(origin: Instant(nanoseconds: Int64(window) * 10_000_000_000), hertz: 50))
            survey.add(
                SampleBatch(
                    device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                    times: .uniform(line), received: Instant(nanoseconds: 0)))
        }
        survey.finish()
        #expect(survey.still.count == 45 && survey.still.allSatisfy { $0.samples == 500 })
    }

    @Test("keeps no more still windows than it may, evenly over the recording, and is calibrated by them")
    func longSurvey() throws {
        // 1 g in a direction that turns, by a sensor that is 30 mg off on x.
        func looked(mostStill: Int) throws -> StillnessSurvey {
            var survey = StillnessSurvey(mostStill: mostStill)
            for window in 0..<5000 {
                let (turn, tilt) = (Float(window) * 2.4, Float(window % 97) / 31 - 1.5)
                let side = [cos(turn) * cos(tilt) + 0.03, sin(turn) * cos(tilt), sin(tilt)]
                let line = try #require(
                    Timeline(origin: Instant(nanoseconds: Int64(window) * 10_000_000_000), hertz: 2))
                survey.add(
                    SampleBatch(
                        device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3,
                        values: (0..<20).flatMap { _ in side }, times: .uniform(line),
                        received: Instant(nanoseconds: 0)))
                #expect(survey.still.count <= mostStill)
            }
            survey.finish()
            return survey
        }
        let all = try looked(mostStill: 5000)
        let few = try looked(mostStill: 300)
        #expect(all.still.count == 5000 && few.still.count == 157)
        #expect(few.still.map(\.mean) == stride(from: 0, to: 5000, by: 32).map { all.still[$0].mean })
        let (whole, part) = (Autocalibration.fit(all), Autocalibration.fit(few))
        #expect(whole.isAccepted && part.isAccepted && part.windows == 157)
        #expect(abs((part.calibration?.offset.x ?? 0) + 0.03) < 1e-4)
    }
}
