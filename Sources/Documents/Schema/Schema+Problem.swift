extension Schema {
    /// A problem by RFC 9457 with Nightjar's further members.
    package static var problem: Schema {
        .named(
            "Problem",
            .object([
                "type": .string.about("A URN that ends with the kind of problem"),
                "title": .string,
                "status": .one(of: .integer(400...599), .string).about("The status; a word for analyses"),
                "detail": .string.about("What happened and what to do"),
                "instance": .string.about("The path that was asked for"),
                "code": .string,
                "trace_id": .string.about("Also in the field X-Trace-Id and in the gateway's log"),
                "request_id": .string,
                "suggested_action": .string,
                "help_url": .string,
                "errors": .array(
                    .object([
                        "field": .string.nullable, "message": .string, "code": .string, "value": .any.optional,
                    ])),
            ]))
    }
}
