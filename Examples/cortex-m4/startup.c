// The start of a Cortex-M4 and its board in QEMU (mps2-an386): vector table, memory, floating-point unit, and output
// over semihosting (Arm, "Semihosting for AArch32 and AArch64", 2022).

#include "board.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
// Armv7-M Architecture Reference Manual, B3.2 and B3.3.
#define COPROCESSOR_ACCESS REGISTER(0xE000ED88)
#define SYSTICK_CONTROL REGISTER(0xE000E010)
#define SYSTICK_RELOAD REGISTER(0xE000E014)
#define SYSTICK_VALUE REGISTER(0xE000E018)

// QEMU's option `-icount shift=0` lets an instruction take 1 ns, and SysTick counts the board's 25 MHz.
enum { INSTRUCTIONS_PER_TICK = 40, TICK_MASK = 0xFFFFFF, PAINT = 0x5CA1AB1E };

// From mps2-an386.ld.
extern uint32_t stack_limit[], stack_top[], data_start[], data_end[], data_image[], bss_start[], bss_end[];

int main(int count, char **arguments);

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };

static uint32_t console;

static uint32_t semihost(uint32_t operation, const void *block) {
  register uint32_t r0 __asm__("r0") = operation;
  register const void *r1 __asm__("r1") = block;
  __asm__ volatile("bkpt 0xAB" : "+r"(r0) : "r"(r1) : "memory");
  return r0;
}

static _Noreturn void leave(uint32_t status) {
  const uint32_t block[] = {APPLICATION_EXIT, status};
  semihost(SYS_EXIT_EXTENDED, block);
  for (;;) {
  }
}

void board_write(const uint8_t *bytes, uint32_t count) {
  const uint32_t block[] = {console, (uint32_t)bytes, count};
  semihost(SYS_WRITE, block);
}

uint32_t board_instructions(void) {
  // The counter goes down and has 24 bits: an update may take half a second before it laps.
  static uint32_t ticks;
  ticks += (0u - SYSTICK_VALUE - ticks) & TICK_MASK;
  return ticks * INSTRUCTIONS_PER_TICK;
}

void board_paint_stack(void) {
  for (uint32_t *word = stack_limit; word < (uint32_t *)__builtin_frame_address(0) - 16; word++) *(volatile uint32_t *)word = PAINT;
}

uint32_t board_stack_use(void) {
  const uint32_t *lowest = stack_limit;
  while (lowest < stack_top && *lowest == PAINT) lowest++;
  return (uint32_t)((const uint8_t *)stack_top - (const uint8_t *)lowest);
}

// Nothing may use the floating-point unit before it is on, so that what follows is not inlined into `reset`.
static __attribute__((noinline, noreturn)) void start(void) {
  for (uint32_t *to = data_start, *from = data_image; to < data_end;) *to++ = *from++;
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  SYSTICK_RELOAD = TICK_MASK;
  SYSTICK_VALUE = 0;
  SYSTICK_CONTROL = 5;
  static const char name[] = ":tt";
  const uint32_t block[] = {(uint32_t)name, 4, sizeof name - 1};
  console = semihost(SYS_OPEN, block);
  leave((uint32_t)main(0, 0));
}

__attribute__((naked)) void reset(void) {
  __asm__ volatile(
      // CP10 and CP11: full access.
      "ldr r0, =0xE000ED88\n ldr r1, [r0]\n orr r1, r1, #0xF00000\n str r1, [r0]\n dsb\n isb\n"
      // The stack is painted, so that its use can be read afterwards.
      "ldr r0, =stack_limit\n mov r1, sp\n ldr r2, =0x5CA1AB1E\n"
      "1: cmp r0, r1\n it lo\n strlo r2, [r0], #4\n blo 1b\n"
      "b %c0\n"
      ".ltorg\n" ::"i"(start));
}

// Swift's traps, a stack that is too small and everything else that must not happen.
static void fault(void) { leave(1); }

__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, reset, fault, fault, fault, fault, fault, 0, 0, 0, 0, fault, fault, 0, fault, fault,
};
