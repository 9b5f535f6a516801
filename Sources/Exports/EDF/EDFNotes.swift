import Analysis
import Runtime
import Signals

/// The annotations that say of a file what its signals cannot: what it is, what the wall clock did, sleep, and losses.
struct EDFNotes {
    let content: ExportContent
    /// The start of the file.
    let start: Instant
    /// Nanoseconds from there to its end.
    let duration: Int64
    /// What more is said at the very start.
    var more: [String] = []

    /// All of them.
    var annotations: [EDFAnnotation] { opening + clockChanges + states + losses }

    /// The facts that the header has no place for, at the very start.
    private var opening: [EDFAnnotation] {
        let device = content.device
        var texts = [
            "Start \(LocalTime.iso(start, in: content.zone)) [\(content.zone.name)], "
                + "\(LocalTime.iso(start, in: .utc)) UTC; the time in the header is local",
            "Device \(device.maker) \(device.model) \(device.serial) \(device.firmware)",
            "Written by Nightjar \(Version.current)",
        ]
        if content.isSynthetic { texts.append("Synthetic data: no person wore this") }
        texts += more
        texts += content.allMethods.map { "Method \($0.name) version \($0.version)" }
        return texts.map { EDFAnnotation(onset: 0, duration: nil, text: $0) }
    }

    /// The file runs on in true seconds when the wall clock is changed.
    private var clockChanges: [EDFAnnotation] {
        let quarter: Int64 = 900_000_000_000
        var found: [EDFAnnotation] = []
        var onset = (quarter - start.nanoseconds % quarter) % quarter
        var before = content.zone.offset(at: start)
        while onset < duration {
            let offset = content.zone.offset(at: start.advanced(byNanoseconds: onset))
            if offset != before {
                let text = "Clock change: wall time moves by \((offset - before) / 60) min"
                found.append(EDFAnnotation(onset: onset, duration: nil, text: text))
            }
            before = offset
            onset += quarter
        }
        return found
    }

    /// Sleep and wake as runs. Wake has the standard text of EDF+; sleep has texts of its own, because movement says
    /// nothing of sleep stages, and those from the heart are no polysomnography.
    private var states: [EDFAnnotation] {
        var runs: [EDFAnnotation] = []
        var first = 0
        let states = content.told
        for index in states.indices.dropFirst().map({ $0 }) + [states.count] where index > first {
            guard index == states.count || states[index] != states[first] else { continue }
            let text: String =
                switch states[first] {
                case .awake: "Sleep stage W"
                case .asleep: "Asleep (actigraphy)"
                case .light: "Asleep, light (estimated)"
                case .deep: "Asleep, deep (estimated)"
                case .rem: "Asleep, REM (estimated)"
                case .unknown: "Sleep stage ?"
                case .notWorn: "Not worn"
                }
            if let run = annotation(from: content.stateStart(first), to: content.stateStart(index), text) {
                runs.append(run)
            }
            first = index
        }
        return runs
    }

    private var losses: [EDFAnnotation] {
        content.losses.map { loss in
            let what = [
                "Loss: \(loss.cause.rawValue)", "\(loss.count.formattedShort) \(loss.unit.rawValue)",
                loss.channel?.rawValue, loss.detail.isEmpty ? nil : loss.detail,
                loss.first == nil ? "(time unknown)" : nil,
            ]
            let text = what.compactMap(\.self).joined(separator: ", ")
            let onset = clamped(loss.first ?? start)
            let duration = loss.end.map { max(0, clamped($0) - onset) }
            return EDFAnnotation(onset: onset, duration: duration, text: text)
        }
    }

    private func annotation(from begin: Instant, to end: Instant, _ text: String) -> EDFAnnotation? {
        let onset = clamped(begin)
        let stop = clamped(end)
        return stop > onset ? EDFAnnotation(onset: onset, duration: stop - onset, text: text) : nil
    }

    private func clamped(_ instant: Instant) -> Int64 { min(duration, max(0, instant.nanoseconds(since: start))) }
}

extension ExportContent {
    /// The kinds of sleep where it was staged, else the states.
    fileprivate var told: [Hypnogram.State] {
        hypnogram.count == states.count ? hypnogram : states.compactMap { Hypnogram.State(rawValue: $0.name) }
    }
}

extension Double {
    /// The number without a fraction of zero.
    fileprivate var formattedShort: String {
        Int64(exactly: self).map(String.init) ?? description
    }
}
