/// What requests may say, as narrowly as a schema can tell: what is valid by it is not refused for its form.
extension Schema {
    /// A time by RFC 3339 in a year that is told apart to the nanosecond.
    package static var requestTime: Schema {
        let day = "(1[7-9]|2[01])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
        let clock = "([01][0-9]|2[0-3]):[0-5][0-9]"
        return time.with("pattern", .string("^\(day)[Tt ]\(clock):[0-5][0-9]([.][0-9]{1,9})?([Zz]|[+-]\(clock))$"))
    }

    /// A day in such a year.
    package static var requestDate: Schema { date.with("pattern", "^(1[7-9]|2[01])[0-9]{2}-") }

    /// A time, a day, or UTC seconds.
    package static var moment: Schema {
        .one(of: .requestTime, .requestDate, .string.with("pattern", "^-?[0-9]{1,9}([.][0-9]{1,9})?$"))
            .about("A time by RFC 3339, a day, or UTC seconds")
    }

    /// Where a page of a list begins, as the page before said.
    package static var cursor: Schema { .string.with("pattern", "^[fb]-?[0-9a-z]{1,12}[.]-?[0-9a-z]{1,12}$") }

    /// Where a page of the list of nights begins: a day that there is, and more.
    package static var nightCursor: Schema {
        let every = "(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31"
        let leap = "((1[7-9]|2[01])(0[48]|[2468][048]|[13579][26])|2000)-02-29"
        return .string.with("pattern", .string("^((1[7-9]|2[01])[0-9]{2}-(\(every))|\(leap))[.]"))
    }

    /// The number of something in a path.
    package static var rowNumber: Schema { .integer(0...9_007_199_254_740_991) }

    /// The number of something in a path, or the newest.
    package static var rowNumberOrLatest: Schema { .string.with("pattern", "^(latest|[0-9]{1,15})$") }

    /// The name of a person: 1 to 80 characters, all of which can be seen, and not blanks alone.
    package static var personName: Schema {
        let unseen = #"\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb"#
        return .string(1...80).with("pattern", .string("^[^\(unseen)]*[^\(unseen)\\s][^\(unseen)]*$"))
    }

    /// Text with something in it.
    package static func words(_ length: ClosedRange<Int>) -> Schema { .string(length).with("pattern", "\\S") }

    /// What the relay carries: all that JSON has but null.
    package static var relayValue: Schema {
        .named(
            "RelayValue",
            .one(
                of: .string, .number, .boolean, .array(.reference("RelayValue")), .map(.reference("RelayValue"))))
    }

    /// A dictionary for the relay.
    package static var relayPayload: Schema { .map(.relayValue) }
}
