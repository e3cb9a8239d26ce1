import Testing

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that hangs. The time counts while other tests have the processors, so it is that of the whole run.
  public static var endedWhenHanging: Self { .timeLimit(.minutes(60)) }
}
