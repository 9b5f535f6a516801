/// What a stretch of an unknown device's values may mean: a guess for a person to confirm.
package struct FieldGuess: Hashable, Sendable {
    /// What it may mean.
    package enum Meaning: Hashable, Sendable {
        /// Counts the values, rolling over at this number.
        case sequence(modulo: Int)
        /// Counts time, so many ticks per second.
        case ticks(perSecond: Int)
        /// A heart rate.
        case heartRate
        /// Acceleration of three axes whose length at rest is so many counts, as often as the bytes hold it.
        case acceleration(countsPerG: Int)
        /// Nothing that is known.
        case unknown
    }

    /// What it may mean.
    package var meaning: Meaning
    /// The first byte.
    package var offset: Int
    /// Bytes of one number.
    package var width: Int
    /// Whether the highest byte comes first.
    package var isBigEndian: Bool
    /// Why, for people.
    package var reason: String

    /// Fewer values than these show nothing.
    static let leastValues = 8

    /// Guesses for a run of values, in order of their places and beside each other; what is between them is not known.
    package static func guess(_ run: ValueRun) -> [FieldGuess] {
        guard run.values.count >= leastValues, run.shared > 0 else { return [] }
        var taken = Array(repeating: false, count: run.shared)
        var guesses: [FieldGuess] = []
        func take(_ guess: FieldGuess, bytes: Int) {
            let place = guess.offset..<min(guess.offset + bytes, taken.count)
            guard !place.isEmpty, !taken[place].contains(true) else { return }
            for index in place { taken[index] = true }
            guesses.append(guess)
        }
        // What counts is plainest, then what weighs one g; a heart rate is a number like many others.
        for guess in counters(run) { take(guess, bytes: guess.width) }
        for guess in gravity(run) { take(guess, bytes: run.shared - guess.offset) }
        if let guess = heartRate(run, taken) { take(guess, bytes: 1) }
        return guesses.sorted { $0.offset < $1.offset }
    }
}

extension FieldGuess {
    /// Numbers that go up by one with each value, or with the time; wide ones before the narrow ones within them.
    private static func counters(_ run: ValueRun) -> [FieldGuess] {
        var guesses: [FieldGuess] = []
        for width in [4, 2, 1] where width <= run.shared {
            for offset in 0...(run.shared - width) {
                for isBigEndian in width == 1 ? [false] : [false, true] {
                    let numbers = run.numbers(at: offset, bytes: width, isBigEndian: isBigEndian)
                    guard let meaning = counter(numbers, run, width) else { continue }
                    guesses.append(
                        FieldGuess(
                            meaning: meaning, offset: offset, width: width, isBigEndian: isBigEndian,
                            reason: reason(meaning)))
                }
            }
        }
        return guesses
    }

    private static func counter(_ numbers: [Int], _ run: ValueRun, _ width: Int) -> Meaning? {
        let size = 1 << (8 * width)
        let steps = zip(numbers, numbers.dropFirst()).map { ($1 - $0 + size) % size }
        // A few values may be lost on the way.
        if steps.count(where: { $0 == 1 }) * 10 >= steps.count * 9, steps.allSatisfy({ $0 > 0 && $0 < 64 }) {
            return hasMoved(numbers, width) ? .sequence(modulo: size) : nil
        }
        guard width > 1, hasMoved(numbers, width), let first = run.seconds.first, let last = run.seconds.last,
            last - first > 1,
            steps.allSatisfy({ $0 > 0 && $0 < size / 4 })
        else { return nil }
        let rate = Double(steps.reduce(0, +)) / (last - first)
        // The usual clocks, to one in fifty: the link delays some.
        guard let usual = [1000, 1024, 32_768, 1_000_000, 10_000].first(where: { abs(rate / Double($0) - 1) < 0.02 })
        else { return nil }
        return .ticks(perSecond: usual)
    }

    /// The lower bytes of a wide number count, too: the whole is meant where its upper half has moved.
    private static func hasMoved(_ numbers: [Int], _ width: Int) -> Bool {
        width == 1 || Set(numbers.map { $0 >> (4 * width) }).count > 1
    }

    /// Three signed numbers of two bytes beside each other, to the end of the values, whose length is about the same
    /// whatever the position, and a usual one.
    private static func gravity(_ run: ValueRun) -> [FieldGuess] {
        var best: (guess: FieldGuess, spread: Double)?
        for offset in 0..<min(run.shared, 24) where run.shared - offset >= 6 && (run.shared - offset) % 6 == 0 {
            for isBigEndian in [false, true] {
                // What never changes has a length that says nothing.
                guard Set(run.values.map { $0[offset..<run.shared] }).count >= leastValues / 2 else { continue }
                let lengths = run.values.flatMap { value in
                    stride(from: offset, to: run.shared - 5, by: 6).map { place in
                        let axes = (0..<3).map {
                            Double(
                                ValueRun.number(
                                    value, at: place + 2 * $0, bytes: 2, isBigEndian: isBigEndian, isSigned: true))
                        }
                        return axes.reduce(0) { $0 + $1 * $1 }.squareRoot()
                    }
                }
                let mean = lengths.reduce(0, +) / Double(lengths.count)
                let spread = (lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lengths.count)).squareRoot()
                guard mean > 50, spread < mean * 0.1 else { continue }
                let usual = [64, 100, 128, 256, 512, 981, 1000, 1024, 2048, 4096, 8192, 16_384]
                guard let counts = usual.min(by: { abs(mean / Double($0) - 1) < abs(mean / Double($1) - 1) }),
                    abs(mean / Double(counts) - 1) < 0.08, best.map({ spread / mean < $0.spread * 0.5 }) ?? true
                else { continue }
                let meaning = Meaning.acceleration(countsPerG: counts)
                let guess = FieldGuess(
                    meaning: meaning, offset: offset, width: 2, isBigEndian: isBigEndian, reason: reason(meaning))
                best = (guess, spread / mean)
            }
        }
        return best.map { [$0.guess] } ?? []
    }

    /// A byte between 40 and 180 that moves a little now and then.
    private static func heartRate(_ run: ValueRun, _ taken: [Bool]) -> FieldGuess? {
        for offset in taken.indices where !taken[offset] {
            let numbers = run.numbers(at: offset, bytes: 1)
            let steps = zip(numbers, numbers.dropFirst()).map { abs($1 - $0) }
            guard numbers.allSatisfy({ (40...180).contains($0) }), Set(numbers).count > 1,
                steps.allSatisfy({ $0 <= 8 }), steps.contains(0) || Set(steps).count > 1
            else { continue }
            return FieldGuess(
                meaning: .heartRate, offset: offset, width: 1, isBigEndian: false, reason: reason(.heartRate))
        }
        return nil
    }

    private static func reason(_ meaning: Meaning) -> String {
        switch meaning {
        case .sequence: "it goes up by one with each value"
        case .ticks(let perSecond): "it goes up by \(perSecond) each second"
        case .heartRate: "it stays between 40 and 180 and moves little"
        case .acceleration(let counts): "its three axes are always about \(counts) long, which would be one g"
        case .unknown: "nothing is known of it"
        }
    }
}
