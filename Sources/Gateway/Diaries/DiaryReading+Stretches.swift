import Signals
import Store

/// Files with a row for each stretch of time.
extension DiaryReading {
    mutating func readStretches(_ rows: [DelimitedText.Row], _ headings: [String], _ clock: DiaryClock) {
        let places = (
            start: headings.firstIndex(of: form == .masks ? "start_time" : "start"),
            end: headings.firstIndex(of: form == .masks ? "stop_time" : "end"),
            type: form == .masks ? nil : headings.firstIndex(of: "type")
        )
        let known = [places.start, places.end, places.type]
        leftOut = headings.indices.filter { !known.contains($0) && headings[$0] != "mask" }.map { headings[$0] }
            .filter { !$0.isEmpty && !$0.hasPrefix("duration") }
        for row in rows {
            do throws(DiaryClock.Fault) {
                guard case .full(let start)? = try clock.time(row.cell(places.start), in: options.zone),
                    case .full(let end)? = try clock.time(row.cell(places.end), in: options.zone)
                else { throw DiaryClock.Fault("it needs a start and an end with their dates") }
                switch form == .masks ? "nowear" : DiaryColumn.plain(row.cell(places.type)) {
                case "night": try takeNight(start, end, row.line)
                case "nap": take((start, end), isNap: true, line: row.line)
                case "nowear", "nonwear", "no_wear", "non_wear": take((start, end), isNap: false, line: row.line)
                default: throw DiaryClock.Fault("“\(row.cell(places.type))” is neither NIGHT, NAP nor NOWEAR")
                }
            } catch { fault(row.line, error.reason) }
        }
    }

    private mutating func takeNight(_ start: Instant, _ end: Instant, _ line: Int) throws(DiaryClock.Fault) {
        let night = try DiaryDay(asleep: .full(start), awake: .full(end)).night(nil, in: options.zone)
        guard let known = found[night.date] else { return take(night, line: line) }
        guard known.awake == nil else {
            throw DiaryClock.Fault("a second night ends on \(night.date)")
        }
        let whole = night.adding(to: known)
        if let reason = whole.fault(in: options.zone) { throw DiaryClock.Fault(reason) }
        found[night.date] = whole
    }
}
