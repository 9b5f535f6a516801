import DeviceProfiles
import Documents
import Signals
import Testing

/// Three devices that no profile knows, each with something hidden in what it sends.
private enum UnknownDevice {
    /// A motion sensor: head, packet counter, two samples of three axes at 4096 counts per g, turning slowly.
    static func motion() -> ValueRun {
        run(200, every: 0.04) { index in
            let samples = (0..<2).flatMap { sample in
                let turn = Double(index * 2 + sample) / 40
                return [Double.sin(turn), Double.cos(turn) * 0.6, Double.cos(turn) * 0.8].flatMap {
                    little(Int16(($0 * 4096).rounded()))
                }
            }
            return [0xA5, UInt8(truncatingIfNeeded: index + 120)] + samples
        }
    }

    /// A wrist sensor: milliseconds of 32 bits, the highest byte first, a pulse and a battery that stays.
    static func pulse() -> ValueRun {
        run(60, every: 1) { index in
            let time = UInt32(1_000_000 + index * 1000 + index % 3)
            let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: time >> (8 * UInt32($0))) }
            return bytes + [UInt8(66 + [0, 1, 1, 2, 3, 2, 1][index % 7]), 93]
        }
    }

    /// A tag whose counter has two bytes, the higher first, and sends text of its own otherwise.
    static func tag() -> ValueRun {
        run(400, every: 0.1) { index in
            let number = UInt16(200 + index)
            return [7, UInt8(number >> 8), UInt8(number & 255)] + Array("tag".utf8)
        }
    }

    private static func run(_ count: Int, every seconds: Double, _ value: (Int) -> [UInt8]) -> ValueRun {
        ValueRun(values: (0..<count).map(value), seconds: (0..<count).map { Double($0) * seconds })
    }

    private static func little(_ number: Int16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
    }
}

extension Double {
    /// A sine that is good enough to turn a sensor, without a library.
    fileprivate static func sin(_ turn: Double) -> Double {
        let x = turn - (turn / (2 * .pi)).rounded() * 2 * .pi
        return x - x * x * x / 6 + x * x * x * x * x / 120 - x * x * x * x * x * x * x / 5040
            + x * x * x * x * x * x * x * x * x / 362_880 - x * x * x * x * x * x * x * x * x * x * x / 39_916_800
    }

    fileprivate static func cos(_ turn: Double) -> Double { sin(turn + .pi / 2) }
}

@Suite struct FieldGuessTests {
    @Test("of a motion sensor its counter and its gravity are found")
    func motion() {
        let guesses = FieldGuess.guess(UnknownDevice.motion())
        #expect(guesses.map(\.meaning) == [.sequence(modulo: 256), .acceleration(countsPerG: 4096)])
        #expect(guesses.map(\.offset) == [1, 2] && guesses.allSatisfy { !$0.isBigEndian })
    }

    @Test("of a wrist sensor its clock and its pulse are found, and not its battery")
    func pulse() {
        let guesses = FieldGuess.guess(UnknownDevice.pulse())
        #expect(guesses.map(\.meaning) == [.ticks(perSecond: 1000), .heartRate])
        #expect(guesses.map(\.offset) == [0, 4] && guesses.first?.width == 4 && guesses.first?.isBigEndian == true)
    }

    @Test("of a tag its counter is found over two bytes, without the constant before it")
    func tag() {
        let guesses = FieldGuess.guess(UnknownDevice.tag())
        #expect(guesses.map(\.meaning) == [.sequence(modulo: 65_536)])
        #expect(guesses.first?.offset == 1 && guesses.first?.isBigEndian == true)
    }

    @Test("each becomes a frame that lint takes and whose vectors hold")
    func drafts() throws {
        for run in [UnknownDevice.motion(), UnknownDevice.pulse(), UnknownDevice.tag()] {
            let draft = FrameDraft(id: "frame-0", number: 0, run: run)
            var (frame, vectors) = (JSONText(), JSONText())
            frame.object { draft.write(&$0) }
            vectors.array { draft.writeVectors(&$0) }
            let parts = ", \"frames\": {\"frame-0\": \(frame.string)}, \"vectors\": \(vectors.string)"
            let inspection = ProfileInspection.inspect(
                [.init(file: "t", bytes: ProfileText.profile("t", parts))], library: ProfileLibrary(folders: []))[0]
            #expect(inspection.problems == [] && inspection.isUsable, "\(inspection.trials.compactMap(\.difference))")
            #expect(inspection.trials.count == 5)
        }
    }

    @Test("few values, noise, empty ones and those of any length show nothing and trap nowhere")
    func nothing() {
        #expect(FieldGuess.guess(ValueRun(values: [[1], [2], [3]], seconds: [0, 1, 2])).isEmpty)
        #expect(
            FieldGuess.guess(ValueRun(values: Array(repeating: [], count: 20), seconds: Array(repeating: 0, count: 20)))
                .isEmpty)
        var state: UInt64 = 3
        for length in 1...24 {
            let values = (0..<40).map { index in
                (0..<(length + index % 3)).map { _ in
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: state >> 37)
                }
            }
            let guesses = FieldGuess.guess(ValueRun(values: values, seconds: (0..<40).map { Double($0) }))
            #expect(guesses.isEmpty, "\(guesses)")
        }
    }
}
