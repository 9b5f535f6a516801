import Documents
import Store

extension NightScheduleDocument {
    /// A schedule as it goes over the wire.
    init(_ schedule: NightSchedule) {
        self.init()
        (id, isOn) = (Int(schedule.id.rawValue), schedule.isOn)
        wearer = schedule.person.map { Int($0.rawValue) }
        trigger = Trigger(schedule.trigger)
        (from, to) = (TimeOfDay(minutes: schedule.from), TimeOfDay(minutes: schedule.to))
        (days, zone) = (schedule.days.sorted(), schedule.zone)
    }
}

extension NightScheduleDocument.Trigger {
    fileprivate init(_ trigger: NightSchedule.Trigger) {
        self =
            switch trigger {
            case .clock: .clock
            case .wear: .wear
            }
    }

    /// The same as the store has it.
    var stored: NightSchedule.Trigger {
        switch self {
        case .clock: .clock
        case .wear: .wear
        }
    }
}
