import Analysis
import Runtime
import Signals

/// The annotations of a plan: losses, beats, sleep and marks.
extension EDFPlan {
    func annotations(_ content: ExportContent) -> [EDFAnnotation] {
        opening(content) + clockChanges(content) + states(content) + holes(content) + losses(content)
    }

    /// The facts that the header has no place for, at the very start.
    private func opening(_ content: ExportContent) -> [EDFAnnotation] {
        let device = content.device
        var texts = [
            "Start \(LocalTime.iso(start, in: content.zone)) [\(content.zone.name)], "
                + "\(LocalTime.iso(start, in: .utc)) UTC; the time in the header is local",
            "Device \(device.maker) \(device.model) \(device.serial) \(device.firmware)",
            "Written by Nightjar \(Version.current)",
        ]
        if content.isSynthetic { texts.append("Synthetic data: no person wore this") }
        texts += content.allMethods.map { "Method \($0.name) version \($0.version)" }
        return texts.map { EDFAnnotation(onset: 0, duration: nil, text: $0) }
    }

    /// The file runs on in true seconds when the wall clock is changed.
    private func clockChanges(_ content: ExportContent) -> [EDFAnnotation] {
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

    /// Sleep and wake as runs. Wake has the standard text of EDF+; sleep has a text of its own, because movement says
    /// nothing of sleep stages.
    private func states(_ content: ExportContent) -> [EDFAnnotation] {
        var runs: [EDFAnnotation] = []
        var first = 0
        for index in content.states.indices.dropFirst().map({ $0 }) + [content.states.count] where index > first {
            guard index == content.states.count || content.states[index] != content.states[first] else { continue }
            let text: String =
                switch content.states[first] {
                case .awake: "Sleep stage W"
                case .asleep: "Asleep (actigraphy)"
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

    /// Where a signal has nothing: one per hole, for movement and heart. A hole in the load is told by its reasons.
    private func holes(_ content: ExportContent) -> [EDFAnnotation] {
        let names = ["ENMO": "movement", "HR": "heart", "Activity": "activity"]
        return signals.flatMap { signal -> [EDFAnnotation] in
            guard let name = names[signal.label] else { return [] }
            let slot = Int64(recordSeconds / signal.samplesPerRecord) * 1_000_000_000
            // One text that all share: there can be hundreds of thousands.
            let text = "No data: \(name)"
            return signal.holes.map { hole in
                EDFAnnotation(
                    onset: Int64(hole.lowerBound) * slot, duration: Int64(hole.count) * slot, text: text)
            }
        }
    }

    private func losses(_ content: ExportContent) -> [EDFAnnotation] {
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

extension Double {
    /// The number without a fraction of zero.
    fileprivate var formattedShort: String {
        Int64(exactly: self).map(String.init) ?? description
    }
}
