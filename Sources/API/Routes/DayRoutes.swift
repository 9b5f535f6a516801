import Documents
import Gateway
import Insights
import Runtime
import Signals
import Store

/// What days came to.
enum DayRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.summary) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            return try await summary(
                try day(asked.date, gateway), of: subject, gateway, isFresh: asked.refresh == true)
        }
        router.on(.trend) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            let to = try asked.to ?? day("today", gateway)
            let from = to.adding(days: 1 - asked.days)
            let days = try await gateway.days(from: from, to: to, of: subject)
            var document = TrendDocument(days, of: asked.metric, by: asked.by)
            (document.person, document.from, document.to) = (subject.person?.name, from, to)
            return document
        }
        router.on(.dashboard) { asked, request in
            let subject = try request.subject(asked.person, gateway)
            let visibility = request.visibility(gateway)
            var document = DashboardDocument()
            // An owner's dashboard is about themselves too, and about the gateway.
            let entries = gateway.devices.entries.filter {
                $0.device != nil && subject.visibility.sees($0.wearer?.id)
            }
            document.devices = entries.map { DeviceDocument($0) }
            document.errors = try gateway.alerts.open().filter { alert in
                gateway.sees(alert, subject.visibility)
                    || visibility.isOwner && alert.device == nil && alert.recording == nil
            }.map(\.sentence)
            document.errors += entries.compactMap(\.refusedSentence)
            do {
                document.summary = try await summary(try day("today", gateway), of: subject, gateway)
                if try await gateway.insightChoice(of: subject).frequency != .onDemand {
                    let insight = try await gateway.insightOfDay(of: subject, in: Phrasebooks.english)
                    document.insight = insight.isDismissed || insight.facts.isEmpty ? nil : insight.narrative
                }
                document.lastNight = try gateway.lastNight(of: subject).map { NightListDocument.Entry($0) }
                let (last, pending) = try gateway.store.healthSync(of: subject.column)
                (document.sync.last, document.sync.pending) = (last.map { UTCTime($0) }, pending)
            } catch let failure as Failure {
                // What can be told is told.
                document.errors.append(Failure.telling(failure))
            }
            return document
        }
    }

    /// A day by its name or its date.
    /// - Throws: a 400 for what is no day.
    static func day(_ text: String, _ gateway: Gateway) throws -> CivilDate {
        let today = gateway.configuration.zone.civilTime(at: gateway.configuration.clock.now).date
        return switch text {
        case "today": today
        case "yesterday": today.adding(days: -1)
        default: try HTTPRequest.date(text)
        }
    }

    static func summary(
        _ date: CivilDate, of subject: HealthSubject, _ gateway: Gateway, isFresh: Bool = false
    ) async throws -> SummaryDocument {
        let day = try await gateway.days(from: date, to: date, of: subject, isFresh: isFresh).first
        let now = gateway.configuration.clock.now
        var document = SummaryDocument(day ?? DayFigures(date))
        (document.zone, document.person) = (gateway.configuration.zone.name, subject.person?.name)
        // What a day that is over came to does not grow old.
        let isToday = gateway.configuration.zone.civilTime(at: now).date == date
        document.isStale = isToday && day?.newest.map { now.seconds(since: $0) > 6 * 3600 } ?? true
        return document
    }
}

extension Alert {
    /// The alert in a line: what is wrong and what to do.
    fileprivate var sentence: String { nextStep.map { "\(message) \($0)" } ?? message }
}

extension DeviceEntry {
    /// Says which streams of the device its wearer refuses and where to allow them; nil for none.
    fileprivate var refusedSentence: String? {
        let refused = streams.filter(\.isRefused).map(\.channel.rawValue).sorted()
        guard !refused.isEmpty else { return nil }
        return
            "Not recorded from \(name), as whoever wears it refuses it: \(refused.joined(separator: ", ")). Allow it on the "
            + "page Consent, or by `nightjar consents`."
    }
}
